/** The controls of a film: pause, one part back or on, a slider, the speed. */

import { button, h, type IconName, icon } from "../dom";
import { type FilmPlayer, SPEEDS, type Speed } from "./filmPlayer";

const SPEED_TEXTS: Readonly<Record<Speed, string>> = { 0.5: "½", 1: "1", 2: "2", 4: "4" };

/** The bar with the controls of a film. */
export class FilmBar {
  readonly element: HTMLElement;
  private readonly playButton = button(icon("play"), () => this.player.toggle(), { class: "play-pause" });
  private readonly slider = h("input", { type: "range", min: 0, "aria-label": "Place in the story", class: "seek" });
  private readonly place = h("span", { class: "place faint" });
  private readonly speedButtons = SPEEDS.map((speed) =>
    button(SPEED_TEXTS[speed], () => this.setSpeed(speed), {
      class: "speed",
      "aria-label": `Speed ${SPEED_TEXTS[speed]}`,
    }),
  );

  /** Create the controls of a player; `more` are further buttons. */
  constructor(
    private readonly player: FilmPlayer,
    more: readonly (HTMLElement | false)[],
  ) {
    this.slider.addEventListener("input", () => player.goTo(Number(this.slider.value)));
    this.element = h(
      "div",
      { class: "film", role: "group", "aria-label": "Film" },
      h("div", { class: "seeking" }, this.slider, this.place),
      h(
        "div",
        { class: "film-keys" },
        stepButton("backward", "One part back", () => player.goTo(player.at - 1)),
        this.playButton,
        stepButton("forward", "One part on", () => player.goTo(player.at + 1)),
        stepButton("last", "To the end", () => player.goTo(player.film.length - 1)),
        h("span", { class: "speeds", role: "group", "aria-label": "Speed" }, ...this.speedButtons),
        ...more,
      ),
    );
    this.show();
  }

  /** Show where the film is, and whether it plays. */
  show(): void {
    const { at, film, isPlaying, speed } = this.player;
    const title = isPlaying ? "Pause" : this.player.isAtEnd ? "Play again" : "Play";
    this.playButton.replaceChildren(icon(isPlaying ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", title);
    this.playButton.title = `${title} (Space)`;
    this.slider.max = String(film.length - 1);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", `Part ${at + 1} of ${film.length}`);
    this.place.textContent = `${at + 1} of ${film.length}`;
    for (const [number, each] of this.speedButtons.entries())
      each.setAttribute("aria-pressed", String(SPEEDS[number] === speed));
  }

  private setSpeed(speed: Speed): void {
    this.player.speed = speed;
    this.show();
  }
}

/** Create a button that moves within the film. */
function stepButton(name: IconName, title: string, action: () => void): HTMLElement {
  return button(icon(name), action, { "aria-label": title, title });
}
