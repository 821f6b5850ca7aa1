import { cancel, drain, submit } from "./actions";
import { randomBytes } from "node:crypto";
import { base58 } from "../simulator/chains/solana-transfer";
import type { Case, Later, Plan, Scene } from "./case";
import type { Action, FaultName, Incident, Step } from "./fault";
import type { Kind } from "./message";
import { chainOf, RAILS, SETTLE, SETTLED_HERE, VERIFY, type Rail, type SettledHere } from "./rail";

/** A paid call with something that goes wrong in the world around it, or nothing; faults at messages come on top. */
export interface Scenario<R extends Rail = Rail> extends Partial<
  Pick<
    Case,
    | "expected"
    | "ownNetwork"
    | "fresh"
    | "fromChallenge"
    | "abandoned"
    | "leaseRunsOut"
    | "tries"
    | "provesWallet"
    | "replayable"
    | "contractPayer"
    | "watched"
    | "trust"
    | "movesAnew"
  >
> {
  name: string;
  rails: readonly R[];
  plan?(scene: Scene, rail: R): Plan;
}

/** Block times are whole seconds: only so much later is it sure that a transfer lies before an empty store's epoch. */
const SURELY_BEFORE_MS = 2_100;
/** How far a chain's time must go until a payment that nobody sent can't be used any more. */
const EXPIRY_MS = { base: 140_000, solana: 80_000 } as const;

/** An instance sends what it has counted with the first event that comes so long after its last batch. */
const COUNTS_DUE_MS = 10_100;

/** A sale's second look is due so long after it. */
const LOOK_DUE_MS = 21_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const atVerify = (rail: SettledHere, fault: FaultName): Step => [{ at: VERIFY[rail][0], fault }];
const atSettle = (rail: SettledHere, fault: FaultName | Action): Step => [{ at: SETTLE[rail], fault }];

/** More looks than any of these needs; each is a run of the schedule. */
const LOOKS = 12;

/** The schedule looks until that is held of the sale's money. */
async function lookUntil({ recover, trust }: Later, wanted: string): Promise<void> {
  for (let look = 0; look < LOOKS && (await trust()) !== wanted; look += 1) await recover();
}

/** A facilitator says that it has settled, and names a transaction that nobody knows. */
const itLies = ({ network }: Scene, rail: "base" | "solana"): Action => ({
  name: "it says settled, and sends nothing",
  instead: () => ({
    ...{ success: true, network: network.ids[chainOf(rail)], payer: "" },
    transaction: rail === "base" ? `0x${randomBytes(32).toString("hex")}` : base58(randomBytes(64)),
  }),
});

/** The final chain is so far. */
const finalize = ({ network }: Scene): Promise<void> => network.finalize();

/** Every facilitator that could verify the payment refuses connections for so many of the client's tries. */
const noFacilitator = (rail: SettledHere, tries: number): Step =>
  VERIFY[rail].map((at): Incident => ({ at, fault: "refused", tries }));

/** The payment can't be used any more: its chain's time goes on until then. */
const expirePayment = ({ network, rail }: Scene): Promise<void> =>
  network.passTime(chainOf(rail), EXPIRY_MS[chainOf(rail)]);

/** The first question to the chain about a payment whose outcome is open. */
const LOOK_UP: Readonly<Record<SettledHere, Kind>> = {
  base: "base eth_getBlockByNumber",
  solana: "solana getSignaturesForAddress",
  "mpp-pull": "solana getTransaction",
  "own-token": "solana getTransaction",
};

/** When the chain is asked for the payment, its time for it is over. */
const expiredAtLookup = (scene: Scene, rail: SettledHere): Step => [
  { at: LOOK_UP[rail], fault: { name: "the payment runs out", before: () => expirePayment(scene) } },
];

/** The payment runs out only after the client got a 409 that refers to the chain. */
function expiredAfterConflict(scene: Scene): NonNullable<Plan["between"]> {
  let passed = false;
  return async (attempts) => {
    if (passed || attempts.at(-1)?.status !== 409) return;
    passed = true;
    await expirePayment(scene);
  };
}

/** The client hangs up while the payment settles, and the store suffers `loss` before it comes back. */
function lossWhileDisconnected(
  { hangUp, callEnded }: Scene,
  rail: SettledHere,
  loss: () => Promise<void>,
): Plan {
  let lost = false;
  return {
    steps: [atSettle(rail, { name: "the client hangs up", after: async () => hangUp() })],
    async between() {
      if (lost) return;
      lost = true;
      await callEnded();
      await sleep(SURELY_BEFORE_MS);
      await loss();
    },
  };
}

const scenario = <const R extends Rail>(
  name: string,
  rails: readonly R[],
  rest: Omit<Scenario<R>, "name" | "rails"> = {},
): Scenario<R> => ({ name, rails, ...rest });

export const SCENARIOS = {
  healthy: scenario("healthy call", RAILS),
  /** It gets its slot after verify. */
  contractPayer: scenario("the payer is a contract", ["base"], { contractPayer: true }),
  /** All that an instance does with its first challenge and its first call, and for data that nobody has read yet. */
  fresh: scenario("fresh instance, empty cache", RAILS, {
    fresh: true,
    fromChallenge: true,
    plan: ({ slot }) => ({ steps: [], first: () => slot.store.clearCache() }),
  }),
  /** Its first sale recovers what others left and is of another batch of counts than its challenge. */
  firstSale: scenario("a fresh instance's first sale", RAILS, {
    fresh: true,
    plan: () => ({ steps: [], first: () => sleep(COUNTS_DUE_MS) }),
  }),
  noScripts: scenario("store without scripts", RAILS, {
    fresh: true, // so that it recovers what others left
    plan: ({ slot }) => ({ steps: [], first: () => slot.store.forgetScripts() }),
  }),
  /** A push is seen before it is sold, so that nothing else makes its second look come while a case lasts. */
  lookedAtAgain: scenario("a sale is looked at again", ["mpp-push"], {
    abandoned: true,
    plan: ({ slot }) => ({ steps: [], beforeRecovery: async () => slot.store.passTime(LOOK_DUE_MS) }),
  }),
  replyLost: scenario("settle's reply lost", SETTLED_HERE, {
    plan: (_, rail) => ({ steps: [atSettle(rail, "lost")] }),
  }),
  killedAfter: scenario("killed after settle", SETTLED_HERE, {
    leaseRunsOut: true,
    plan: (_, rail) => ({ steps: [atSettle(rail, "kill-after")] }),
  }),
  killedBefore: scenario("killed before settle", SETTLED_HERE, {
    leaseRunsOut: true,
    plan: (_, rail) => ({ steps: [atSettle(rail, "kill-before")] }),
  }),
  primaryDown: scenario("primary out of order", ["base"], {
    plan: () => ({ steps: [[{ at: "primary verify", fault: "503" }]] }),
  }),
  noVerdict: scenario("nobody verifies", SETTLED_HERE, {
    plan: (_, rail) => ({ steps: [VERIFY[rail].map((at): Incident => ({ at, fault: "503" }))] }),
  }),
  scheduled: scenario("scheduled recovery", SETTLED_HERE, {
    abandoned: true,
    plan: (_, rail) => ({ steps: [atSettle(rail, "kill-after")] }),
  }),
  alreadySent: scenario("a third party sent it first", SETTLED_HERE, {
    plan: (scene) => ({ steps: [], first: () => submit(scene) }),
  }),
  sentMeanwhile: scenario("a third party sends it between verify and settle", SETTLED_HERE, {
    plan: (scene, rail) => ({
      steps: [atSettle(rail, { name: "a third party sends it", before: () => submit(scene) })],
    }),
  }),
  cancelled: scenario("the payer cancels the authorization between verify and settle", ["base"], {
    expected: "refused",
    plan: (scene, rail) => ({
      steps: [atSettle(rail, { name: "the payer cancels it", before: () => cancel(scene) })],
    }),
  }),
  emptied: scenario("the payer empties the wallet between verify and settle", SETTLED_HERE, {
    expected: "refused",
    ownNetwork: true,
    plan(scene, rail) {
      let drained = 0n;
      const empty = async (): Promise<void> => void (drained = await drain(scene));
      return {
        steps: [atSettle(rail, { name: "the payer empties it", before: empty })],
        lastly: expiredAtLookup(scene, rail),
        spentElsewhere: () => drained,
      };
    },
  }),
  neverArrives: scenario("settle never arrives, and the payment runs out", ["base", "solana"], {
    expected: "refused",
    ownNetwork: true,
    plan: (scene, rail) => ({ steps: [atSettle(rail, "cut")], lastly: expiredAtLookup(scene, rail) }),
  }),
  /** The call asks the chain until its budget is over: the one case that waits for that. */
  waitsForChain: scenario("settle never arrives anywhere, and the client has to wait", ["base"], {
    expected: "refused",
    ownNetwork: true,
    plan: (scene, rail) => ({
      steps: [atSettle(rail, "503"), [{ at: "fallback settle", fault: "503" }]],
      between: expiredAfterConflict(scene),
    }),
  }),
  settlerBusy: scenario("who settles is busy, and the payment runs out", ["base", "solana"], {
    expected: "refused",
    ownNetwork: true,
    // On Solana nobody else can settle it, so that the one who can is asked once more.
    plan: (scene, rail) => ({
      steps: rail === "solana" ? [atSettle(rail, "429"), atSettle(rail, "429")] : [atSettle(rail, "429")],
      lastly: expiredAtLookup(scene, rail),
    }),
  }),
  verifierBusy: scenario("who verifies is busy", SETTLED_HERE, {
    plan: (_, rail) => ({ steps: [atVerify(rail, "429")] }),
  }),
  hangUp: scenario("the client hangs up during settle", SETTLED_HERE, {
    plan: ({ hangUp }, rail) => ({
      steps: [atSettle(rail, { name: "the client hangs up", before: async () => hangUp() })],
    }),
  }),
  restarted: scenario(
    "the store comes back empty after settle, and the payer proves the wallet",
    SETTLED_HERE,
    {
      provesWallet: true,
      plan: (scene, rail) => lossWhileDisconnected(scene, rail, () => scene.slot.wipe()),
    },
  ),
  /** Nothing tells this payment from one that was served: the one place where a charge may go without an answer. */
  flushed: scenario("the store is flushed after settle, and nothing proves the payer", SETTLED_HERE, {
    expected: "spent",
    plan: (scene, rail) =>
      lossWhileDisconnected(scene, rail, async () => {
        await scene.slot.store.redis().flushall();
      }),
  }),
  restartedMeanwhile: scenario("the store comes back empty during settle", SETTLED_HERE, {
    replayable: false,
    plan: ({ slot }, rail) => ({
      steps: [atSettle(rail, { name: "the store comes back empty", after: () => slot.wipe() })],
    }),
  }),
  nobodyReturns: scenario(
    "killed before settle, and nobody comes back until the payment has run out",
    SETTLED_HERE,
    {
      expected: "refused",
      ownNetwork: true,
      abandoned: true,
      plan: (scene, rail) => ({
        steps: [atSettle(rail, "kill-before")],
        beforeRecovery: () => expirePayment(scene),
      }),
    },
  ),
  nobodyForAWhile: scenario("nobody is there to verify for a while", SETTLED_HERE, {
    plan: (_, rail) => ({ steps: [noFacilitator(rail, 2)] }),
  }),
  /** The same authorization moves money once, by whoever sends it. */
  lied: scenario("one facilitator lies, and the other is honest", ["base"], {
    ...{ watched: true, movesAnew: true, ownNetwork: true },
    plan: (scene, rail) => ({
      steps: [atSettle(rail, itLies(scene, rail))],
      async afterwards(later) {
        await lookUntil(later, "unconfirmed");
        await lookUntil(later, "confirmed");
      },
    }),
  }),
  /** One proof: nobody is taken out by it. A dropped transaction looks the same from here. */
  liedForGood: scenario(
    "a settlement is named that never comes, and nobody can make it good",
    ["base", "solana"],
    {
      ...{ watched: true, ownNetwork: true, expected: "unbacked", trust: "unbacked" },
      plan(scene, rail) {
        let drained = 0n;
        return {
          steps: [atSettle(rail, itLies(scene, rail))],
          spentElsewhere: () => drained,
          async afterwards(later) {
            drained = await drain(scene);
            await lookUntil(later, "unconfirmed");
            await expirePayment(scene);
            await finalize(scene);
            await lookUntil(later, "unbacked");
            // The proof is counted by then, or by the next looks.
            for (let look = 0; look < 3; look += 1) await later.recover();
          },
        };
      },
    },
  ),
  /** The first of two nodes is one of a chain on which nothing ever happened. */
  nodeLies: scenario("one node of two hides what has moved", ["base"], {
    ...{ watched: true, ownNetwork: true, trust: "disputed" },
    plan(scene, rail) {
      const hide: Action = {
        name: "the first node hides it from now on",
        before: async () => scene.slot.proxies.aim("base", await scene.network.blindNode()),
      };
      return {
        steps: [atSettle(rail, hide)],
        async afterwards(later) {
          await lookUntil(later, "disputed");
        },
      };
    },
  }),
  reorganised: scenario("the chain drops three blocks, and the sale's with them", ["base"], {
    ...{ watched: true, ownNetwork: true, movesAnew: true },
    plan: (scene) => ({
      steps: [],
      first: () => scene.network.mine(10), // the buyer's money stays
      async afterwards(later) {
        await lookUntil(later, "confirmed");
        await scene.network.mine(2);
        await scene.network.drop(3);
        await finalize(scene);
        await lookUntil(later, "reorganised");
        await lookUntil(later, "confirmed");
      },
    }),
  }),
  nobodyForGood: scenario("nobody is there to verify for good", SETTLED_HERE, {
    expected: "unavailable",
    tries: 3,
    plan: (_, rail) => ({ steps: [noFacilitator(rail, 3)] }),
  }),
} as const;
