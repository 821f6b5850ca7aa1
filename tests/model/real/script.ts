import type { World } from "../world";

/**
 * A path of one call through the model, read as what the outside must do for the real code to walk it: what the store
 * does with each request, what facilitators, handler and chain answer. The model's labels say all of that.
 */

export type StoreOutcome = "done" | "reply lost" | "not done";

/** A request to the store: a ledger script by its name, or the look at the idempotency key. */
export interface StoreTurn {
  op: string;
  outcome: StoreOutcome;
}

export interface Script {
  /** Our own reading finds the payment too late. */
  expired: boolean;
  store: StoreTurn[];
  verify: ("valid" | "used" | "refused" | "refused for good" | "nobody")[];
  handler: ("answers" | "fails")[];
  settle: ("settled" | "unknown" | "not-sent")[];
  looks: ("moved" | "unmoved" | "not-yet" | "unclear")[];
}

export const emptyScript = (): Script => ({
  expired: false,
  store: [],
  verify: [],
  handler: [],
  settle: [],
  looks: [],
});

const OUTCOMES: readonly [RegExp, StoreOutcome][] = [
  [/→/, "done"],
  [/its reply is lost/, "reply lost"],
  [/fails/, "not done"],
];

/** The script that the product runs for what the model calls by its purpose. */
const SCRIPT_NAMES: Readonly<Record<string, string>> = {
  RELEASE: "RELEASED",
  "RELEASE-UNMOVED": "RELEASED",
  "RELEASE-CREDIT": "RELEASE_CREDIT",
  "TAKE-SLOT": "TAKE_SLOT",
};

function storeTurns(at: string, label: string): StoreTurn[] {
  const turns: StoreTurn[] = [];
  const unread = label.includes("fails to read");
  if (at === "earlier") turns.push({ op: "BEGIN", outcome: unread ? "not done" : "done" });
  // What it might have claimed of the earlier payment, had it meant to, is given up.
  if (at === "earlier" && unread) turns.push({ op: "RELEASED", outcome: "done" });
  if (at === "credited-run") turns.push({ op: "key", outcome: unread ? "not done" : "done" });
  const said = /\b([A-Z][A-Z-]{3,}) (→|done, its reply is lost|fails)/.exec(label);
  const [, op = "", how = ""] = said ?? [];
  const outcome = OUTCOMES.find(([pattern]) => pattern.test(how))?.[1];
  if (outcome !== undefined) turns.push({ op: SCRIPT_NAMES[op] ?? op, outcome });
  if (/(INTENT|FULFIL) → bound/.test(label)) turns.push({ op: "key", outcome: "done" });
  return turns;
}

const last = <T>(found: readonly (readonly [RegExp, T])[], label: string): T | undefined =>
  found.find(([pattern]) => pattern.test(label))?.[1];

const VERIFY: readonly (readonly [RegExp, Script["verify"][number]])[] = [
  [/verify: valid/, "valid"],
  [/verify: already used/, "used"],
  [/verify: refused for what was signed/, "refused for good"],
  [/verify: refused/, "refused"],
  [/verify: nobody/, "nobody"],
];
const SETTLE: readonly (readonly [RegExp, Script["settle"][number]])[] = [
  [/settles: success/, "settled"],
  [/settles: reaches no/, "not-sent"],
  [/settles: /, "unknown"],
];
const LOOKS: readonly (readonly [RegExp, Script["looks"][number]])[] = [
  [/looks: moved/, "moved"],
  [/looks: unmoved/, "unmoved"],
  [/looks: not-yet/, "not-yet"],
  [/looks: can't tell/, "unclear"],
];

/** What the outside does in one step of the call in slot 0. `after`: the world that the step led to. */
export function extend(script: Script, before: World, label: string, after: World): Script {
  const at = before.calls[0]?.at ?? "";
  const next = after.calls[0]?.at ?? "";
  const verify = last(VERIFY, label);
  const settle = last(SETTLE, label);
  const look = last(LOOKS, label);
  // The handler has run when the next step writes its answer, or when it is said to have failed.
  const ran = (next === "intent" && at !== "intent") || (next === "fulfil" && at !== "fulfil");
  const failed = label.includes("the handler fails");
  return {
    expired: script.expired || label.includes("(expired)"),
    store: [...script.store, ...storeTurns(at, label)],
    verify: verify === undefined ? script.verify : [...script.verify, verify],
    handler: failed ? [...script.handler, "fails"] : ran ? [...script.handler, "answers"] : script.handler,
    settle: settle === undefined ? script.settle : [...script.settle, settle],
    looks: look === undefined ? script.looks : [...script.looks, look],
  };
}
