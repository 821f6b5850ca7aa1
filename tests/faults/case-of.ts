import { earlyInWindow } from "../support/service";
import { submit } from "./actions";
import { entriesOf, type Case, type Plan, type Scene, type Strikes } from "./case";
import type { Incident, Step } from "./fault";
import type { Kind } from "./message";
import type { Rail } from "./rail";
import type { Scenario } from "./scenarios";

/** What a case's own faults change in what its scenario ends with. */
export type Change = Partial<Pick<Case, "expected" | "leaves">>;

/** A refusal stands before its message comes: from the reply to the one before it, at the same dependency. */
const COMES_AFTER: Partial<Record<Kind, Kind>> = {
  "ledger INTENT": "ledger BEGIN",
  "ledger SETTLED": "ledger INTENT",
  "ledger CREDIT": "ledger BEGIN",
  "ledger FULFIL": "ledger CREDIT",
  "primary settle": "primary verify",
  "solana sendTransaction": "solana simulateTransaction",
};

function incidentsOf(strikes: Strikes, { address }: Scene): Step {
  return entriesOf(strikes).map(([at, fault]): Incident => {
    const after = fault === "refused" ? COMES_AFTER[at] : undefined;
    return {
      ...{ at, fault },
      ...(after === undefined ? {} : { after }),
      // Of the limiter's messages, which come when they come, the one that this call waits for.
      ...(at === "cache rate limit" ? { about: address } : {}),
    };
  });
}

/** Near its window's end the limiter drops a count that it has not sent: no message of the call would come to be struck. */
const ROOM_MS = 5_000;

const NOTHING: Plan = { steps: [] };

/** `strikes` wait together, once all that goes wrong in the scenario itself has happened. */
export function caseOf(rail: Rail, scenario: Scenario, strikes: Strikes = {}, change: Change = {}): Case {
  const { name, plan, rails, ...rest } = scenario;
  if (!rails.includes(rail)) throw new Error(`"${name}" is no scenario of ${rail}`);
  return {
    ...{ rail, scenario: name, strikes },
    ...{ expected: "served", leaves: "nothing", provesWallet: false, replayable: true },
    ...{ ownNetwork: false, fresh: false, fromChallenge: false, abandoned: false, leaseRunsOut: false },
    ...{ contractPayer: false, watched: false, trust: "confirmed", movesAnew: false },
    ...rest,
    ...change,
    plan(scene) {
      const planned = plan?.(scene, rail) ?? NOTHING;
      const own = incidentsOf(strikes, scene);
      return {
        ...planned,
        steps: [...planned.steps, [...(planned.lastly ?? []), ...own]],
        async first() {
          if (rail === "mpp-push") await submit(scene); // a push has moved before its call, always
          await planned.first?.();
          if ("cache rate limit" in strikes) await earlyInWindow(ROOM_MS);
        },
      };
    },
  };
}

/** A scenario on some rails, with nothing more going wrong. */
export const on = (scenario: Scenario, ...rails: readonly Rail[]): Case[] =>
  rails.map((rail) => caseOf(rail, scenario));
