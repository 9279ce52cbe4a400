/** The way back through a story: a slider over its beats, with boards and sheet as they stood then. */

import type { StoryBeats } from "../../play/pacing/storyBeats";
import type { StoryLine } from "../../play/story/classes";
import * as sentences from "../../play/storySentences";
import { button, h, icon, setChildren } from "../dom";

/** The story whose past is looked at. */
export interface ToldSoFar<Beats extends StoryBeats> {
  /** Its lines that the player has been shown. */
  lines(): readonly StoryLine[];
  /** Divide these into beats. */
  divide(): Beats;
  /** What waits for the player there, in words: `the question`. */
  waiting(): string;
}

/** What the page does as the player goes back and forth. */
export interface HistoryActions {
  /** Called before the first beat of the past is shown. */
  onLeave(): void;
  /** Called when another beat is shown, or the present again. */
  onMove(): void;
  /** Called when the present is shown again at the player's wish, by something else than the slider. */
  onReturn(): void;
}

/** Milliseconds after which the beats of a story that has grown are counted: what the player waits for comes first. */
const COUNT_DELAY = 150;

/** The slider over the beats of a story; the last one is the present. */
export class StoryHistory<Beats extends StoryBeats = StoryBeats> {
  /** The beat that is shown; null for the present. */
  private at: number | null = null;
  /** The story in its beats; null until they are counted. */
  private divided: Beats | null = null;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly slider = h("input", { type: "range", min: 0, "aria-label": "Beats of the story", class: "seek" });
  private readonly place = h("span", { class: "place faint" });
  private readonly title = h("p", { class: "beat" });
  private readonly backButton = stepButton("backward", "One beat back", "[", () => this.step(-1));
  private readonly forwardButton = stepButton("forward", "One beat on", "]", () => this.step(1));
  private readonly returnButton = button("", () => this.return(), { class: "main" });
  readonly element: HTMLElement;

  /** Make the slider of a story that has not begun. */
  constructor(
    private readonly told: ToldSoFar<Beats>,
    private readonly actions: HistoryActions,
  ) {
    this.slider.addEventListener("input", () => this.follow());
    this.slider.addEventListener("change", () => this.goTo(Number(this.slider.value)));
    const { title, backButton, slider, forwardButton, place, returnButton } = this;
    this.element = h(
      "div",
      { class: "beats", role: "group", "aria-label": "The story so far", hidden: true },
      title,
      h("div", { class: "seeking" }, backButton, slider, forwardButton, place),
      returnButton,
    );
  }

  /** Whether a beat of the past is shown, so that nothing can be answered. */
  get isOpen(): boolean {
    return this.at !== null;
  }

  /** The story in its beats and the index of the beat that is shown; null for the present. */
  get shown(): { readonly beats: Beats; readonly at: number } | null {
    return this.at === null ? null : { beats: this.film, at: this.at };
  }

  /** The lines up to the end of the beat that is shown. */
  get lines(): readonly StoryLine[] {
    return this.at === null ? this.told.lines() : this.film.linesAt(this.at);
  }

  /** The number of lines before that beat; undefined for the present. */
  get start(): number | undefined {
    return this.at === null ? undefined : this.film.lineCountBefore(this.at);
  }

  /** Show the present, whose story may have changed. */
  update(): void {
    this.at = null;
    this.divided = null;
    this.element.classList.remove("past");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), COUNT_DELAY);
  }

  /** Stop counting beats, as the player leaves. */
  stop(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
  }

  /** Go back or forth by some beats; ignored at either end. */
  step(steps: number): void {
    const at = (this.at ?? this.last) + steps;
    if (at < 0 || at > this.last) return;
    if (at === this.last) this.return();
    else this.goTo(at);
  }

  /** Go to the beat with the line of this number, from 0. */
  goToLine(line: number): void {
    this.goTo(this.film.partOfLine(line));
  }

  /** Go to the beat with the line of an event. */
  goToEvent(event: number): void {
    this.goTo(this.film.partOfEvent(event));
  }

  /** Go to the first beat. */
  goToFirst(): void {
    this.goTo(0);
  }

  /** Go to the present, and to what waits there. */
  readonly return = (): void => {
    if (this.at === null) return;
    this.goTo(this.last);
    this.actions.onReturn();
  };

  /** Go to the beat with an index; the last one is the present. */
  private goTo(at: number): void {
    cancelAnimationFrame(this.frame);
    const shown = at >= this.last ? null : at;
    if (shown === this.at) return;
    if (this.at === null) this.actions.onLeave();
    this.at = shown;
    this.draw();
    this.actions.onMove();
  }

  /** Follow the slider while it is moved: at most one beat is drawn a frame; the question comes back once it rests. */
  private follow(): void {
    const at = Number(this.slider.value);
    this.slider.setAttribute("aria-valuetext", this.valueText(at));
    cancelAnimationFrame(this.frame);
    if (at < this.last) this.frame = requestAnimationFrame(() => this.goTo(at));
  }

  /** The index of the last beat. */
  private get last(): number {
    return this.film.length - 1;
  }

  /** The story in its beats. */
  private get film(): Beats {
    this.divided ??= this.told.divide();
    return this.divided;
  }

  /** Show at which beat the player is. */
  private draw(): void {
    const at = this.at ?? this.last;
    const isOpen = this.at !== null;
    this.element.hidden = this.last < 1;
    this.element.classList.toggle("past", isOpen);
    this.slider.max = String(this.last);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", this.valueText(at));
    this.place.textContent = isOpen ? `${at + 1} of ${this.last + 1}` : "now";
    this.backButton.disabled = at === 0;
    this.forwardButton.disabled = !isOpen;
    if (!isOpen) return;
    this.title.textContent = this.film.describeAt(at);
    const whither = h("span", { class: "whither" }, ` to ${this.told.waiting()}`);
    setChildren(this.returnButton, "Back", whither, h("kbd", { "aria-hidden": "true" }, "Esc"));
  }

  /** The value of the slider in words. */
  private valueText(at: number): string {
    if (at === this.last) return `Now, at ${this.told.waiting()}`;
    return sentences.beatPlace(at + 1, this.last + 1, 0, this.film.describeAt(at));
  }
}

/** Create a button that goes a beat back or on, with its key. */
function stepButton(name: "backward" | "forward", title: string, key: string, action: () => void): HTMLButtonElement {
  return button(icon(name), action, {
    class: "quiet",
    "aria-label": title,
    "aria-keyshortcuts": key,
    title: `${title} (${key})`,
  });
}
