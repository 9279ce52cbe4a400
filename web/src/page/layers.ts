/**
 * Layers: what lies over a screen, such as a dialog. The browser's Back, which on a phone is a gesture, closes the last
 * one before it leaves the screen.
 *
 * Each open layer has an entry in the browser's history, at the address of its screen.
 */

/** The parts of the browser's history that layers need. */
export type EntryHistory = Pick<History, "state" | "pushState" | "go" | "scrollRestoration">;

/** Milliseconds after which a step in the browser's history is no longer waited for: more than a slow phone takes. */
const MAX_TRAVERSAL_TIME = 5000;

/** The open layers, and their entries in the browser's history. */
export class LayerStack {
  private readonly closers: (() => void)[] = [];
  /** Whether the entries of closed layers are being left, which takes the browser a moment. */
  private isTraversing = false;
  private afterTraversal: (() => void)[] = [];

  constructor(private readonly history: EntryHistory) {}

  /** Add a layer that Back closes by `close`; returns a function to be called when it was closed by something else. */
  open(close: () => void): () => void {
    this.closers.push(close);
    this.addEntries();
    return () => {
      const at = this.closers.indexOf(close);
      if (at < 0) return;
      this.closers.splice(at, 1);
      // Later: the next layer, or the next screen, often opens at once.
      setTimeout(() => this.settle(), 0);
    };
  }

  /** Close the layers whose entries the browser has left: called whenever it has gone to another entry. */
  handleTraversal(): void {
    const isOwnStep = this.isTraversing;
    this.isTraversing = false;
    // A layer that was opened on the way back has no entry yet.
    while (!isOwnStep && this.closers.length > this.depth) this.closers.pop()!();
    for (const action of this.afterTraversal.splice(0)) action();
    this.settle();
  }

  /** Leave the entries of layers that are closed, and add those that are missing. */
  settle(): void {
    if (this.isTraversing) return;
    const surplus = this.depth - this.closers.length;
    if (surplus > 0) this.traverse(-surplus);
    else this.addEntries();
  }

  /** Do what goes to another address, not before the browser is back from the entries of closed layers. */
  whenSettled(action: () => void): void {
    if (this.isTraversing) this.afterTraversal.push(action);
    else action();
  }

  /** The number of layers that the current entry of the history stands for. */
  private get depth(): number {
    const layers: unknown = this.history.state?.layers;
    return typeof layers === "number" ? layers : 0;
  }

  /** Add entries for layers that have none. */
  private addEntries(): void {
    if (this.isTraversing) return;
    while (this.depth < this.closers.length) {
      // Where a screen stands is its own matter: it may have grown while the layer was open.
      this.history.scrollRestoration = "manual";
      this.history.pushState({ layers: this.depth + 1 }, "");
    }
  }

  /** Go back by some entries. */
  private traverse(steps: number): void {
    this.isTraversing = true;
    this.history.go(steps);
    setTimeout(() => {
      if (!this.isTraversing) return;
      this.isTraversing = false;
      for (const action of this.afterTraversal.splice(0)) action();
    }, MAX_TRAVERSAL_TIME);
  }
}

/** The layers of the page. */
export const layers = new LayerStack(globalThis.history);

/** Go to the screen of a hash, as {@link routeHash} renders it. */
export function navigateTo(hash: string): void {
  layers.whenSettled(() => {
    location.hash = hash;
  });
}
