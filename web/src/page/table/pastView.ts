/** The past of a game's story in the page: a beat is shown with what stood beside it, in place of what waits. */

import type { Film } from "../../play/pacing/film";
import type { StoryBeats } from "../../play/pacing/storyBeats";
import { layers } from "../layers";
import type { GameController } from "./gameController";
import type { SidePanels } from "./sidePanels";
import { StoryHistory, type ToldSoFar } from "./storyHistory";
import type { StoryView } from "./storyView";
import type { ExplainedGame } from "./whyDialog";

/** What the past of a game's story is shown in. */
export interface PastFrame {
  readonly element: HTMLElement;
  readonly story: StoryView;
  readonly sidePanels: SidePanels;
  /** The element of what waits for the player. */
  readonly waitingElement: HTMLElement;
  /** Show the bar above, unless nothing is shown yet. */
  showBar(): void;
}

/** The view of a game's past; while it is open, nothing is asked. */
export class PastView<Beats extends StoryBeats = Film> {
  readonly history: StoryHistory<Beats>;
  /** Where the question stood in the window as the past was opened, in pixels. */
  private questionTop = 0;
  /** Closes the layer that the past is for the browser's Back; null while the present is shown. */
  private closeLayer: (() => void) | null = null;

  /** Make the view of a story; `onReturn` is called when the player comes back to what waits for him. */
  constructor(
    private readonly frame: PastFrame,
    told: ToldSoFar<Beats>,
    onReturn: () => void,
  ) {
    this.history = new StoryHistory(told, {
      onLeave: () => {
        this.questionTop = this.frame.waitingElement.getBoundingClientRect().top;
        this.closeLayer = layers.open(() => this.history.return());
      },
      onMove: () => this.show(),
      onReturn,
    });
  }

  /** Show the present, whose story may have changed. */
  update(): void {
    this.history.update();
    this.showMode();
  }

  /** Stop counting beats, and close the past, as the player leaves. */
  stop(): void {
    this.history.stop();
    this.endLayer();
  }

  /** Note that the past is closed. */
  private endLayer(): void {
    this.closeLayer?.();
    this.closeLayer = null;
  }

  /** Show the beat to which the player has gone, or the present again, as it stood in the window. */
  private show(): void {
    const { frame, history } = this;
    const { story, sidePanels, waitingElement } = frame;
    this.showMode();
    story.showPart(history.lines, history.start);
    sidePanels.show(true);
    frame.showBar();
    if (history.isOpen) story.scrollToPart(sidePanels.element, history.element);
    else scrollBy({ top: waitingElement.getBoundingClientRect().top - this.questionTop, behavior: "instant" });
  }

  /** Show what waits for the player only beside the present. */
  private showMode(): void {
    const { isOpen } = this.history;
    if (!isOpen) this.endLayer();
    const { element, story, waitingElement } = this.frame;
    element.classList.toggle("in-past", isOpen);
    waitingElement.hidden = isOpen;
    story.element.setAttribute("aria-live", isOpen ? "off" : "polite"); // the slider says what is told
  }
}

/** The game of a controller, as its throws are explained. */
export function explainedGame({ ready, phrases, play, sidePanels, history }: GameController): ExplainedGame {
  /** Show the boards as they stood at an event. */
  const showBoardsAt = (event: number): void => {
    history.goToEvent(event);
    if (!history.isOpen && !sidePanels.isBeside) sidePanels.showBoards();
  };
  const game = { ready, phrases, session: play.session };
  return sidePanels.hasBoards ? { ...game, showBoardsAt } : game;
}
