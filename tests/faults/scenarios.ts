import { CHAINS, type Chain } from "../support/service";
import { outlive, OUTLIVED_MS } from "./courses";
import { cancel, drain, submit } from "./deeds";
import { PACE, type Incident } from "./fault";
import type { Point } from "./message";
import type { Plan, Row, Scene } from "./row";

/** What goes wrong in the world around a call, beyond a single message. */

const VERIFY: Point = { dependency: "primary", label: "verify", nth: 1 };
const SETTLE: Point = { dependency: "primary", label: "settle", nth: 1 };

/** Block times are whole seconds: only so much later is it sure that a transfer lies before an empty store's epoch. */
const SURELY_BEFORE_MS = 2_100;
const GIVES_UP_MS = 5_000 * PACE;

interface Scenario extends Partial<Omit<Row, "chain" | "plan" | "course">> {
  name: string;
  chains?: readonly Chain[];
  plan(scene: Scene): Plan;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Both facilitators refuse connections for so many of the client's tries. */
const bothDown = (tries: number): Incident[] => [
  { point: VERIFY, fault: "refused", after: null, tries },
  { point: { ...VERIFY, dependency: "fallback" }, fault: "refused", after: null, tries },
];

/** The client hangs up while the payment settles, and `loss` befalls the store before it comes back. */
function lostWhileAway(scene: Scene, loss: () => Promise<void>): Plan {
  const { slot, hangUp } = scene;
  let lost = false;
  return {
    incidents: [{ point: SETTLE, fault: { name: "hang-up", after: async () => hangUp() } }],
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
    plan: (scene) => ({
      incidents: [{ point: SETTLE, fault: { name: "submitted", before: () => submit(scene) } }],
    }),
  },
  {
    name: "the payer cancels the authorization between verify and settle",
    chains: ["base"],
    expected: "refused",
    plan: (scene) => ({
      incidents: [{ point: SETTLE, fault: { name: "cancelled", before: () => cancel(scene) } }],
    }),
  },
  {
    name: "the payer empties the wallet between verify and settle",
    expected: "refused",
    ownChains: true,
    plan(scene) {
      let drained = 0n;
      return {
        incidents: [
          {
            point: SETTLE,
            fault: { name: "drained", before: async () => void (drained = await drain(scene)) },
          },
        ],
        between: outlive(scene),
        spentElsewhere: () => drained,
      };
    },
  },
  {
    name: "the client hangs up during settle",
    plan: ({ hangUp }) => ({
      incidents: [{ point: SETTLE, fault: { name: "hang-up", before: async () => hangUp() } }],
    }),
  },
  {
    // Nothing tells this payment from one that was served, as long as the till takes no proof of the wallet for it.
    name: "the store comes back empty between settle and the retry",
    expected: "spent",
    provesWallet: true,
    plan: (scene) => lostWhileAway(scene, () => scene.slot.wipe()),
  },
  {
    name: "the store is flushed between settle and the retry",
    expected: "spent",
    provesWallet: true,
    plan: (scene) =>
      lostWhileAway(scene, async () => {
        await scene.slot.store.redis().flushall();
      }),
  },
  {
    name: "the store comes back empty during settle",
    replayable: false,
    plan: ({ slot }) => ({
      incidents: [{ point: SETTLE, fault: { name: "wiped", after: () => slot.wipe() } }],
    }),
  },
  {
    name: "killed before settle, and nobody comes back until the payment has run out",
    expected: "refused",
    ownChains: true,
    abandoned: true,
    plan: ({ place, chain }) => ({
      incidents: [{ point: SETTLE, fault: "kill-before" }],
      beforeClose: () => place.passTime(chain, OUTLIVED_MS[chain]),
    }),
  },
  { name: "both facilitators are down for a while", plan: () => ({ incidents: bothDown(2) }) },
  {
    name: "both facilitators are down for good",
    expected: "unavailable",
    deadlineMs: GIVES_UP_MS,
    plan: () => ({ incidents: bothDown(1_000) }),
  },
  {
    name: "the facilitator is busy (429) at verify",
    plan: () => ({ incidents: [{ point: VERIFY, fault: "429" }] }),
  },
  {
    name: "the facilitator is busy (429) at settle",
    expected: "refused",
    ownChains: true,
    plan: (scene) => ({ incidents: [{ point: SETTLE, fault: "429" }], between: outlive(scene) }),
  },
];

export const SCENARIO_ROWS: readonly Row[] = SCENARIOS.flatMap(({ name, chains = CHAINS, ...row }) =>
  chains.map((chain) => ({
    at: "",
    fault: "",
    expected: "served" as const,
    ownChains: false,
    fresh: false,
    abandoned: false,
    ...row,
    chain,
    course: name,
  })),
);
