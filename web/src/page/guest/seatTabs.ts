/** One tab plays a seat: another one of the same browser says so, and writes nothing, until it takes the seat over. */

/** Milliseconds within which another tab replies: one that sleeps does not, and loses the seat. */
const REPLY_TIMEOUT = 400;

/** What tabs say to each other. */
type TabMessage = "is it taken?" | "it is" | "leave" | "left";

/** The claim of this tab to a seat. */
export class SeatClaim {
  private readonly channel: BroadcastChannel | null;
  private isHeld = false;
  private onLeave: () => void = () => {};
  private onReply: (message: TabMessage) => void = () => {};

  /** Make the claim to the seat of a token; without such channels in the browser every claim holds. */
  constructor(token: string) {
    this.channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(`bombsight seat ${token}`) : null;
    if (this.channel !== null) this.channel.onmessage = ({ data }) => this.handle(data as TabMessage);
  }

  /** Hold the seat if no other tab does; returns whether this one has it now. `onLeave` is called when it is taken over. */
  async hold(onLeave: () => void): Promise<boolean> {
    if (await this.ask("is it taken?", "it is")) return false;
    this.isHeld = true;
    this.onLeave = onLeave;
    return true;
  }

  /** Take the seat over from another tab, and hold it. */
  async takeOver(onLeave: () => void): Promise<void> {
    await this.ask("leave", "left");
    this.isHeld = true;
    this.onLeave = onLeave;
  }

  /** Give the seat up, and listen to other tabs no more. */
  close(): void {
    this.isHeld = false;
    this.channel?.close();
  }

  /** Say something to other tabs; returns whether one gives a reply in time. */
  private ask(message: TabMessage, reply: TabMessage): Promise<boolean> {
    const { channel } = this;
    if (channel === null) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), REPLY_TIMEOUT);
      this.onReply = (said) => {
        if (said !== reply) return;
        clearTimeout(timer);
        resolve(true);
      };
      channel.postMessage(message);
    });
  }

  /** Reply to another tab, or take its reply. */
  private handle(message: TabMessage): void {
    if (message === "is it taken?" && this.isHeld) this.channel!.postMessage("it is" satisfies TabMessage);
    else if (message === "leave" && this.isHeld) {
      this.isHeld = false;
      this.onLeave();
      this.channel!.postMessage("left" satisfies TabMessage);
    } else this.onReply(message);
  }
}
