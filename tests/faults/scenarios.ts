import { outlive, OUTLIVED_MS } from "./courses";
import { cancel, drain, submit } from "./deeds";
import { PACE, type Deed, type FaultName, type Incident } from "./fault";
import { chainOf, SETTLE, SETTLED_HERE, VERIFY, type SettledHere } from "./rail";
import type { Plan, Row, Scene } from "./row";

/** What goes wrong in the world around a call, beyond a single message. */

/** Block times are whole seconds: only so much later is it sure that a transfer lies before an empty store's epoch. */
const SURELY_BEFORE_MS = 2_100;
const GIVES_UP_MS = 5_000 * PACE;

interface Scenario extends Partial<Omit<Row, "rail" | "plan" | "course">> {
  name: string;
  rails?: readonly SettledHere[];
  plan(scene: Scene, rail: SettledHere): Plan;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const atVerify = (rail: SettledHere, fault: FaultName): Incident => ({ point: VERIFY[rail][0], fault });
const atSettle = (rail: SettledHere, fault: FaultName | Deed): Incident => ({ point: SETTLE[rail], fault });

/** Whoever could verify the payment refuses connections for so many of the client's tries. */
const nobodyThere = (rail: SettledHere, tries: number): Incident[] =>
  VERIFY[rail].map((point) => ({ point, fault: "refused", after: null, tries }));

/** The client hangs up while the payment settles, and `loss` befalls the store before it comes back. */
function lostWhileAway({ slot, hangUp }: Scene, rail: SettledHere, loss: () => Promise<void>): Plan {
  let lost = false;
  return {
    incidents: [atSettle(rail, { name: "hang-up", after: async () => hangUp() })],
    async between() {
      if (lost) return;
      lost = true;
      await slot.line.quiet(300);
      await sleep(SURELY_BEFORE_MS);
      await loss();
    },
  };
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: "a third party sends it between verify and settle",
    plan: (scene, rail) => ({
      incidents: [atSettle(rail, { name: "submitted", before: () => submit(scene) })],
    }),
  },
  {
    name: "the payer cancels the authorization between verify and settle",
    rails: ["base"],
    expected: "refused",
    plan: (scene, rail) => ({
      incidents: [atSettle(rail, { name: "cancelled", before: () => cancel(scene) })],
    }),
  },
  {
    name: "the payer empties the wallet between verify and settle",
    expected: "refused",
    ownChains: true,
    plan(scene, rail) {
      let drained = 0n;
      return {
        incidents: [
          atSettle(rail, { name: "drained", before: async () => void (drained = await drain(scene)) }),
        ],
        between: outlive(scene),
        spentElsewhere: () => drained,
      };
    },
  },
  {
    name: "the client hangs up during settle",
    plan: ({ hangUp }, rail) => ({
      incidents: [atSettle(rail, { name: "hang-up", before: async () => hangUp() })],
    }),
  },
  {
    name: "the store comes back empty between settle and the retry, and the payer proves the wallet",
    provesWallet: true,
    plan: (scene, rail) => lostWhileAway(scene, rail, () => scene.slot.wipe()),
  },
  {
    // Nothing tells this payment from one that was served: the one place where a charge may go without an answer.
    name: "the store is flushed between settle and the retry, and nothing proves the payer",
    expected: "spent",
    plan: (scene, rail) =>
      lostWhileAway(scene, rail, async () => {
        await scene.slot.store.redis().flushall();
      }),
  },
  {
    name: "the store comes back empty during settle",
    replayable: false,
    plan: ({ slot }, rail) => ({
      incidents: [atSettle(rail, { name: "wiped", after: () => slot.wipe() })],
    }),
  },
  {
    name: "killed before settle, and nobody comes back until the payment has run out",
    expected: "refused",
    ownChains: true,
    abandoned: true,
    plan: ({ place }, rail) => ({
      incidents: [atSettle(rail, "kill-before")],
      beforeClose: () => place.passTime(chainOf(rail), OUTLIVED_MS[chainOf(rail)]),
    }),
  },
  {
    name: "nobody is there to verify for a while",
    plan: (_, rail) => ({ incidents: nobodyThere(rail, 2) }),
  },
  {
    name: "nobody is there to verify for good",
    expected: "unavailable",
    deadlineMs: GIVES_UP_MS,
    plan: (_, rail) => ({ incidents: nobodyThere(rail, 1_000) }),
  },
  {
    name: "who verifies is busy (429)",
    plan: (_, rail) => ({ incidents: [atVerify(rail, "429")] }),
  },
  {
    name: "who settles is busy (429)",
    expected: "refused",
    ownChains: true,
    plan: (scene, rail) => ({ incidents: [atSettle(rail, "429")], between: outlive(scene) }),
  },
];

export const SCENARIO_ROWS: readonly Row[] = SCENARIOS.flatMap(
  ({ name, rails = SETTLED_HERE, plan, ...row }) =>
    rails.map((rail) => ({
      at: "",
      fault: "",
      expected: "served" as const,
      ownChains: false,
      fresh: false,
      abandoned: false,
      ...row,
      rail,
      course: name,
      plan: (scene: Scene) => plan(scene, rail),
    })),
);
