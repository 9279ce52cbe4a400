/** The past of a game's story in the page: a beat is shown with what stood beside it, in place of what waits. */

import { layers } from "../layers";
import type { GameController } from "./gameController";
import { StoryHistory } from "./storyHistory";
import type { ExplainedGame } from "./whyDialog";

/** The view of a game's past; while it is open, nothing is asked. */
export class PastView {
  readonly history: StoryHistory;
  /** Where the question stood in the window as the past was opened, in pixels. */
  private questionTop = 0;
  /** Closes the layer that the past is for the browser's Back; null while the present is shown. */
  private closeLayer: (() => void) | null = null;

  /** Make the view of a game's controller; `onReturn` is called when the player comes back to what waits for him. */
  constructor(
    private readonly controller: GameController,
    onReturn: () => void,
  ) {
    this.history = new StoryHistory(
      {
        session: controller.play.session,
        lines: () => controller.stops.shownLines,
        eventCount: () => controller.stops.stateEventCount,
        waiting: () => this.waiting,
      },
      {
        onLeave: () => {
          this.questionTop = this.question.getBoundingClientRect().top;
          this.closeLayer = layers.open(() => this.history.return());
        },
        onMove: () => this.show(),
        onReturn,
      },
    );
  }

  /** The element of what waits for the player. */
  private get question(): HTMLElement {
    return this.controller.questionView.element;
  }

  /** What waits for the player behind the story that is shown, in words. */
  private get waiting(): string {
    const { stops, view } = this.controller;
    if (stops.current !== null) return "the story";
    return view?.outcome ? "the end" : "the question";
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
    const { view, story, sidePanels, bar } = this.controller;
    if (view === null) return;
    const { history } = this;
    this.showMode();
    story.showPart(history.lines, history.start);
    sidePanels.show(true);
    bar.show(view);
    if (history.isOpen) story.scrollToPart(sidePanels.element, history.element);
    else scrollBy({ top: this.question.getBoundingClientRect().top - this.questionTop, behavior: "instant" });
  }

  /** Show what waits for the player only beside the present. */
  private showMode(): void {
    const { isOpen } = this.history;
    if (!isOpen) this.endLayer();
    const { element, story } = this.controller;
    element.classList.toggle("in-past", isOpen);
    this.question.hidden = isOpen;
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
