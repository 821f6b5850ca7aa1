import { predict, type Move } from "./differential";
import { extend, emptyScript, type Script } from "./script";
import { turnOf } from "../turn";
import { PROGRAM } from "../till";
import type { Age, Owner } from "../records";
import {
  GONE,
  newWorld,
  withCall,
  type Answer,
  type Call,
  type Chain,
  type Event,
  type Setting,
  type World,
} from "../world";

/** Every path of one call through the model, from a given ledger and chain, with one interference of others at most. */

export interface Start {
  name: string;
  /** What was done to the ledger before the call comes, by others. */
  before: readonly Move[];
  chain: Partial<Chain>;
}

/** What others do to the ledger in the middle of the call. */
export interface Interference {
  name: string;
  moves: readonly Move[];
}

export interface Path {
  trace: string[];
  script: Script;
  /** Before which request to the store others interfere, and how. */
  interference: { before: number; moves: readonly Move[] } | null;
  /** When the payment landed, where it had before the call came. */
  age: Age;
  /** What the caller is told, and whose answer it is. */
  answer: Answer;
  by: Owner | null;
  /** What the ledger is left with. */
  end: World;
}

const CALL: Omit<Call, "payment" | "caller"> = {
  ...{ at: "begin", evidence: -1, seller: false },
  ...{ say: "answer", sawMoved: false, overran: false, foundTaken: false },
};

/** Steps that begin with a request to the store: between them only the call itself changes. */
const ASKS_STORE = new Set<Call["at"]>([
  ...([
    "begin",
    "abandon",
    "begin-moved",
    "take-slot",
    "intent",
    "release-claim",
    "earlier",
    "close",
    "unsent",
    "to-chain",
  ] as const),
  ...(["release-unmoved", "credit", "credited-run", "fulfil", "release-credit"] as const),
]);

const moved = (world: World, moves: readonly Move[]): World => ({
  ...world,
  ledger: moves.reduce((ledger, move) => predict(ledger, move).after, world.ledger),
});

/** A kept answer's author, as the ledger notes it; else the call itself made it. */
const authorOf = ({ of, kept }: Extract<Event, { kind: "answered" }>, { ledger }: World): Owner => {
  const author = kept ? ledger.records[of]?.answer : GONE;
  return author === undefined || author === GONE ? CALLER : author;
};
/** The token of the call that walks. */
export const CALLER: Owner = "A";

/** @param interferences each is tried before each request to the store, alone */
export function* pathsOf(
  setting: Setting,
  start: Start,
  interferences: readonly Interference[],
): Generator<Path> {
  const empty = newWorld(setting);
  const chains = empty.chains.map((chain, payment) => (payment === 0 ? { ...chain, ...start.chain } : chain));
  const caller = setting.callers[0] ?? "buyer";
  const ready = moved({ ...empty, chains, ledger: { ...empty.ledger, epoch: false } }, start.before);
  const first = withCall(ready, 0, { ...CALL, payment: 0, caller });
  type Walk = Omit<Path, "answer" | "by" | "end"> & { world: World };
  const age = start.chain.age ?? "fresh";
  const walks: Walk[] = [
    { world: first, trace: [start.name], script: emptyScript(), interference: null, age },
  ];
  for (let walk = walks.pop(); walk !== undefined; walk = walks.pop()) {
    const { world, trace, script, interference } = walk;
    const call = world.calls[0];
    if (call === null || call === undefined) throw new Error("a walk without its call");
    if (script.store.length > 12) throw new Error("a call that does not end");
    if (interference === null && ASKS_STORE.has(call.at))
      for (const { name, moves } of interferences)
        walks.push({
          world: moved(world, moves),
          trace: [...trace, `meanwhile ${name}`],
          ...{ script, age },
          interference: { before: script.store.length, moves },
        });
    for (const step of PROGRAM[call.at](turnOf(world, 0, call, setting))) {
      // The call's time is up at its first wait, and a key is not freed in between.
      if (step.label.includes("(waits)") || step.label.includes("is free again")) continue;
      const next = {
        world: step.next,
        trace: [...trace, step.label],
        script: extend(script, world, step.label, step.next),
        ...{ interference, age },
      };
      const { event } = step;
      if (event?.kind !== "answered") walks.push(next);
      else
        yield {
          ...next,
          answer: event.answer,
          by: event.answer === "answer" ? authorOf(event, step.next) : null,
          end: step.next,
        };
    }
  }
}
