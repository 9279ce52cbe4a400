/** A worker that plays parts of a simulation. */

import { unreachable } from "../../closed";
import type { FromPlayer, ToPlayer } from "./messages";
import { PartPlayer } from "./partPlayer";

declare const self: DedicatedWorkerGlobalScope;

const post = (message: FromPlayer) => self.postMessage(message);

let player: PartPlayer | null = null;

self.onmessage = (event: MessageEvent<ToPlayer>) => {
  const message = event.data;
  try {
    switch (message.kind) {
      case "rules":
        player = new PartPlayer(message.rules.sides, message.rules.plan);
        break;
      case "play": {
        if (player === null) throw new Error("no rules were sent before a part");
        const began = performance.now();
        const tally = player.play(message.part);
        post({ kind: "played", part: message.part, tally, milliseconds: performance.now() - began });
        break;
      }
      default:
        unreachable(message);
    }
  } catch (error) {
    post({ kind: "failed", message: String(error) });
  }
};
