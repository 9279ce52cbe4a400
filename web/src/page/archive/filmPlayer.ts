/** Player of a film: its parts go by themselves, at a speed, until somebody stops them. */

import type { Film } from "../../play/pacing/film";

export const SPEEDS = [0.5, 1, 2, 4] as const;

export type Speed = (typeof SPEEDS)[number];

/** A player of films; `onChange` is called whenever it shows another part, starts or stops. */
export class FilmPlayer {
  /** The index of the part that is shown. */
  at = 0;
  isPlaying = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private speedFactor: Speed = 1;

  /** Make a player of a film, at its first part. */
  constructor(
    private currentFilm: Film,
    private readonly onChange: () => void,
  ) {}

  get film(): Film {
    return this.currentFilm;
  }

  /** Play another film, from its beginning. */
  set film(film: Film) {
    this.currentFilm = film;
    this.isPlaying = true;
    this.goTo(0);
  }

  get speed(): Speed {
    return this.speedFactor;
  }

  set speed(speed: Speed) {
    this.speedFactor = speed;
    this.schedule();
  }

  /** Whether the last part is shown. */
  get isAtEnd(): boolean {
    return this.at === this.film.length - 1;
  }

  /** Play on, or from the beginning if the film is over; or pause. */
  toggle(): void {
    if (this.isPlaying) this.pause();
    else {
      this.isPlaying = true;
      this.goTo(this.isAtEnd ? 0 : this.at);
    }
  }

  /** Pause at the part that is shown. */
  pause(): void {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    clearTimeout(this.timer);
    this.onChange();
  }

  /** Show the part with an index, or the nearest there is; a film that is over is no longer playing. */
  goTo(at: number): void {
    this.at = Math.max(0, Math.min(at, this.film.length - 1));
    if (this.isAtEnd) this.isPlaying = false;
    this.schedule();
    this.onChange();
  }

  /** Wait until the part that is shown is read, then show the next. */
  private schedule(): void {
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    this.timer = setTimeout(() => this.goTo(this.at + 1), 1000 * this.film.secondsFor(this.at, this.speed));
  }
}
