import { FAULTS, type FaultName } from "./fault";
import type { Kind } from "./message";
import { RAILS, type Rail } from "./rail";

/** What of a case's run tells which messages there are, and which of them met a fault. */
export interface Run {
  rail: Rail;
  /** The title of its scenario. */
  scenario: string;
  /** What came by, with the name of what happened to it. */
  trace: readonly { kind: Kind; fault: string | null }[];
  /** Messages that never came because connections were refused. */
  refused: readonly Kind[];
}

const isFault = (name: string): name is FaultName => name in FAULTS;

/** A look at an earlier sale, behind another rail's run, may come to the other chain: it is none of this rail's messages. */
const isOfRail = (rail: Rail, kind: Kind): boolean => !kind.startsWith(rail === "base" ? "solana " : "base ");

/** What no run of a rail has shown: each kind of message that came by in any of them, and each kind of fault, is met. */
export function uncovered(runs: readonly Run[]): string[] {
  return RAILS.flatMap((rail) => {
    const mine = runs.filter((run) => run.rail === rail);
    const entries = mine.flatMap(({ trace }) => trace);
    const seenIn = new Map(mine.flatMap(({ trace, scenario }) => trace.map(({ kind }) => [kind, scenario])));
    const refused = mine.flatMap((run) => run.refused);
    const struck = entries.filter(({ fault }) => fault !== null && isFault(fault));
    const kinds = new Set([...struck.map(({ kind }) => kind), ...refused]);
    const faults = new Set([...struck.map(({ fault }) => fault), ...(refused.length > 0 ? ["refused"] : [])]);
    return [
      ...[...seenIn]
        .filter(([kind]) => isOfRail(rail, kind) && !kinds.has(kind))
        .map(([kind, scenario]) => `${rail}: no fault at ${kind}, as in "${scenario}"`),
      ...Object.keys(FAULTS)
        .filter((fault) => !faults.has(fault))
        .map((fault) => `${rail}: no message met by ${fault}`),
    ];
  });
}
