/** Decoder from events, which are integers, to views. */

import { unreachable } from "../closed";
import type { Tone } from "../modes";
import { facesIn } from "../rules/dice";
import { NO_ORIGIN, withStandingOf } from "../rules/origin";
import type { ChoiceSite, DrawSite, EnterSite, Program, RollSite, SlotField, Type } from "../rules/program";
import { NONE } from "../rules/values";
import type { ChoiceView, DrawView, LabelledValue, PileView, RollView, View } from "./classes";
import { Describer } from "./describe";
import type { Event } from "./machine";
import type { Slots } from "./memory";

/** Pseudo-site of the end of a run. Event: (FINISHED, result). */
export const FINISHED = -1;

/** Pseudo-site of a rules fault. Event: (FAULTED, site of the fault). */
export const FAULTED = -2;

/** The message of the fault whose site is no fault's: the event that did not fit into the journal. */
export const TOO_MUCH_TEXT = "this tells more than a journal may hold";

/** A decoder of one program's events (integers) into views (values with names and titles). */
export class Reader {
  readonly describer: Describer;

  /** Make the decoder of a program's events; `result` is the type of a run's result. */
  constructor(
    readonly program: Program,
    readonly result: Type | null = null,
  ) {
    this.describer = new Describer(program);
  }

  /**
   * Decode an event (integers) into its view, with the names and titles of the state `slots`; `faces` are those of a
   * throw.
   */
  readInState(event: Event, faces: readonly number[], slots: Slots): View {
    const slotsBefore = this.describer.slots;
    this.describer.slots = slots;
    try {
      return this.read(event, faces);
    } finally {
      this.describer.slots = slotsBefore;
    }
  }

  /** Decode an event into its view; `faces` are those of a throw. */
  read(event: Event, faces: readonly number[] = []): View {
    const describer = this.describer;
    const [number, ...values] = event as [number, ...number[]];
    const first = values[0] ?? NONE;
    if (number === FINISHED) {
      const [result, title] = [describer.valueName(this.result, first), describer.valueTitle(this.result, first)];
      return { event: "outcome", origin: NO_ORIGIN, result, title, fault: "" };
    }
    const site = this.program.sites[number === FAULTED ? first : number]!;
    const { origin } = site;
    if (number === FAULTED) {
      return {
        event: "outcome",
        origin,
        result: "none",
        title: "",
        fault: site.is === "FaultSite" ? site.text : TOO_MUCH_TEXT,
      };
    }
    switch (site.is) {
      case "RollSite":
        return this.readRoll(site, values, faces);
      case "ChoiceSite":
        return this.readChoice(site, values);
      case "DrawSite":
        return this.readDraw(site, values);
      case "ChangeSite":
        return this.readChange(values, origin);
      case "ElementSite": {
        const { title, record } = describer.lists.get(site.list)!;
        const element = describer.elementName(record, first, { titled: false });
        const elementTitle = describer.elementName(record, first, { titled: true });
        return { event: "element", origin, list: site.list, title, joins: site.joins, element, elementTitle };
      }
      case "MoveSite": {
        const { title, record } = describer.lists.get(site.list)!;
        const element = describer.elementName(record, first, { titled: false });
        const elementTitle = describer.elementName(record, first, { titled: true });
        return { event: "move", origin, list: site.list, title, first: site.first, element, elementTitle };
      }
      case "SaySite": {
        const unnamed = describer.nameLookup === null ? "" : describer.fillWithManifestNames(site.text, values);
        return {
          event: "say",
          origin,
          text: describer.fillText(site.text, values),
          tone: site.tone,
          unnamed,
          chronicle: site.chronicle,
          rowTitle: site.row_title,
        };
      }
      case "EnterSite": {
        const described = this.describeValues(site.names, site.types, values);
        const { kind, name, title, beat } = site;
        return {
          event: "enter",
          origin,
          kind,
          name,
          title,
          arguments: described,
          seenBy: this.audienceOf(site, values),
          beat,
        };
      }
      case "LeaveSite":
        return { event: "leave", origin, kind: site.kind, name: site.name };
      case "ResultSite": {
        const described = this.describeValues(site.names, site.types, values);
        return { event: "result", origin, table: site.table, title: site.title, values: described };
      }
      case "BeforehandSite": {
        const rowOrigin = withStandingOf(origin, site.row.origin);
        const number = site.is_counted ? values[0]! : 0;
        return { event: "beforehand", origin: rowOrigin, table: site.table, title: site.title, row: site.row, number };
      }
      case "LimitSite":
        return { event: "limit", origin, text: site.text };
      case "FaultSite":
        throw new TypeError(`site ${number} has no events`);
      default:
        return unreachable(site);
    }
  }

  /**
   * The audience of a step's or procedure's events, as its first event states it: a player's name, `all`, or empty for
   * none stated.
   */
  private audienceOf({ seen, kind }: EnterSite, values: readonly number[]): string {
    if (seen === null) return "";
    if (seen.by === null && seen.when === null) return "all";
    if (kind !== "step" || seen.when?.is === "Aside" || seen.by?.is === "Aside") return "";
    if (seen.when !== null && values[seen.when.index] === 0) return "";
    return seen.by === null ? "all" : this.describer.valueName(seen.by.type, values[seen.by.index]!);
  }

  /** Label values with their names, stable names and titles; values beyond the given types are left out. */
  private describeValues(names: readonly string[], types: readonly Type[], values: readonly number[]): LabelledValue[] {
    const count = Math.min(names.length || values.length, types.length, values.length);
    return values.slice(0, count).map((value, index) => {
      const kind = types[index]!;
      return {
        of: names[index] ?? "",
        name: this.describer.valueName(kind, value),
        title: this.describer.valueTitle(kind, value),
      };
    });
  }

  /** Decode the event of a roll on a table, thrown with these faces. */
  private readRoll(site: RollSite, values: readonly number[], faces: readonly number[]): RollView {
    const [natural, total, number, ...more] = values as [number, number, number, ...number[]];
    const outcome = site.dice.single ? more.pop()! : 0;
    const row = number >= 0 ? site.rows[number]! : null;
    const modifiers = site.modifiers
      .map(({ label, text, origin }, index) => ({ label, amount: more[index]!, text, origin }))
      .filter((modifier) => modifier.amount !== 0);
    return {
      event: "roll",
      origin: row?.origin.standing ? withStandingOf(site.origin, row.origin) : site.origin,
      table: site.table,
      title: site.title,
      dice: site.dice,
      faces: faces.length || !site.dice.single ? faces : facesIn(outcome, site.dice),
      natural,
      modifiers,
      total,
      row,
      arguments: this.describeValues(site.names, site.types, more.slice(site.modifiers.length)),
      takesEvery: site.takes_every,
    };
  }

  /** Decode the event of an answered choice. */
  private readChoice(site: ChoiceSite, values: readonly number[]): ChoiceView {
    const [index, count, ...rest] = values as [number, number, ...number[]];
    const toldValues = rest.slice(count);
    const options = this.describer.describeOptions(site, rest.slice(0, count), toldValues);
    let chosen = options[index];
    let { unit } = site;
    if (chosen !== undefined && unit > 1) {
      const [low, high] = site.ends.map((each) => toldValues[each]!) as [number, number];
      const start = Math.max(Number(chosen.name), low);
      if (start === Math.min(Number(chosen.name) + unit - 1, high)) {
        // The only number of its thousand: none is asked for.
        chosen = { ...chosen, name: `${start}`, title: `${start}` };
        unit = 1;
      }
    }
    return {
      event: "choice",
      origin: site.origin,
      id: site.id,
      prompt: this.describer.fillText(site.ask, toldValues),
      by: this.describer.chooserTitle(site, toldValues),
      options: options.map((option) => option.name),
      titles: options.map((option) => option.title),
      answer: chosen?.name ?? "none",
      answerTitle: chosen?.title ?? "none",
      offer: site.offer,
      unit,
    };
  }

  /** Decode the event of a random draw, or the event before it that lists the members to draw from. */
  private readDraw(site: DrawSite, values: readonly number[]): PileView | DrawView {
    const [count, ...members] = values as [number, ...number[]];
    const { origin, id } = site;
    if (members.length === count && count > 1) {
      const options = this.describer.describeMembers(site.type, members);
      const [names, titles] = [options.map((each) => each.name), options.map((each) => each.title)];
      return { event: "pile", origin, id, members: names, titles };
    }
    const [drawn, drawnTitle] = [
      this.describer.valueName(site.type, members[0]!),
      this.describer.valueTitle(site.type, members[0]!),
    ];
    return { event: "draw", origin, id, count, drawn, drawnTitle };
  }

  /** Decode the event of a changed field (slot, old value, new value); `origin` is where the rule comes from. */
  private readChange(values: readonly number[], origin: View["origin"]): View {
    const [slot, old, now] = values as [number, number, number];
    const field = this.describer.fieldAt(slot);
    const kind = field?.type ?? null;
    return {
      event: "change",
      origin,
      field: this.describer.slotName(slot, { titled: false }),
      title: field?.title ? this.describer.slotName(slot, { titled: true }) : "",
      old: this.describer.valueName(kind, old),
      new: this.describer.valueName(kind, now),
      oldTitle: this.describer.valueTitle(kind, old),
      newTitle: this.describer.valueTitle(kind, now),
      tone: field === null ? "" : toneOf(field, old, now),
    };
  }
}

/**
 * Whether a field's change from `old` to `now` is good or bad news, by the field's mark; empty for neither.
 *
 * Neither if there was or is no value, nor for the decrease of a good number: use is no damage.
 */
function toneOf(field: SlotField, old: number, now: number): Tone {
  if (!field.matters || old === now || old === NONE || now === NONE) return "";
  if (now > old) return field.matters;
  if (field.matters === "bad") return "good";
  return field.type.is === "IntType" ? "" : "bad";
}
