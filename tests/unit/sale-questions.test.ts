import { beforeAll, expect, it } from "vitest";
import { computeSync } from "../simulator/crypto";
import { planFor } from "../simulator/draw";
import { PUNCTUAL, type BuyerPlan, type Rail } from "../simulator/plan";
import { compile } from "../simulator/program";
import type { RoutePath } from "../simulator/routes";
import { runPlan } from "../simulator/run";
import { createSetup, type SharedSetup } from "../simulator/world";

/** A whole service is bundled first. */
const PATIENCE_MS = 120_000;

let theatre: SharedSetup;
beforeAll(async () => {
  computeSync();
  theatre = await createSetup(await compile());
}, PATIENCE_MS);

/** One buyer who pays once in a world where nothing goes wrong. */
const buyer = (rail: Rail, path: RoutePath = "/api/sim-first"): BuyerPlan => ({
  ...{ name: "buyer", rail, wallet: 0, startMs: 0, path, purchases: 1 },
  ...{ simultaneous: false, key: false, forgetsReplay: false, copies: 1, hangUpMs: null, awayMs: null },
  ...{ otherRequest: false, provesWallet: false, trick: null, trickMs: 0, replayMs: null },
  ...PUNCTUAL,
});
const calm = {
  ...{ instances: 1, skewsMs: [0, 0, 0], hostileMs: 0, faultRate: 0, focus: null, lieRate: 0, dust: 0 },
  ...{ newLedger: false, losses: [], handlerFaultRate: 0, lagRate: 0, strangerRate: 0 },
};

/** What a node is asked for one sale, and by the schedule that comes by afterwards. */
async function questionsOf(rail: Rail, purchases = 1): Promise<Record<string, number>> {
  const asked: Record<string, number> = {};
  const plan = { ...planFor(1), ...calm, buyers: [{ ...buyer(rail), purchases }] };
  const { payments } = await runPlan(theatre, plan, (line) => {
    const [, method] = / solana (\w+) #/.exec(line) ?? [];
    if (method !== undefined) asked[method] = (asked[method] ?? 0) + 1;
  });
  expect(payments).toEqual({ made: purchases, moved: purchases, served: purchases });
  return asked;
}

/**
 * A payment that its facilitator or our own node reports as settled is not searched for: that is for lost answers. Behind
 * the answer there is one look at the transaction that was named; of a push, which two questions have shown, it is the
 * schedule's.
 */
it.each<[Rail, Record<string, number>]>([
  // Of a payer's first sale the balance is looked at.
  ["x402-solana", { getMultipleAccounts: 1, getTransaction: 1 }],
  [
    "mpp-pull",
    {
      ...{ getMultipleAccounts: 1, simulateTransaction: 1, sendTransaction: 1 },
      ...{ getSignatureStatuses: 3, getTransaction: 1 },
    },
  ],
  ["mpp-push", { getTransaction: 3 }],
])("a sale by %s asks a Solana node no more than it takes to sell", async (rail, questions) => {
  expect(await questionsOf(rail)).toEqual(questions);
});

it("a returning payer's balance is not looked at", async () => {
  expect(await questionsOf("x402-solana", 3)).toMatchObject({ getMultipleAccounts: 1 });
});

/** What of the ledger one sale's answer waits for; what is begun beside the answer has its moment, and delays nothing. */
async function tripsOf(rail: Rail, contracts: boolean, path: RoutePath): Promise<string[]> {
  const seen: { at: string; trip: string }[] = [];
  let [isPaidCall, answeredAt] = [false, ""];
  const plan = { ...planFor(1), ...calm, contracts, buyers: [buyer(rail, path)] };
  const { payments } = await runPlan(theatre, plan, (line) => {
    const [, at = "", does = ""] = /^\s*([\d.]+) instance \S+ (.*)$/.exec(line) ?? [];
    const [, trip] = /^ledger (\S+) #/.exec(does) ?? [];
    if (does.startsWith("gets buyer")) isPaidCall = true;
    else if (does.startsWith("answers buyer")) answeredAt ||= at;
    else if (trip !== undefined && isPaidCall && answeredAt === "") seen.push({ at, trip });
  });
  expect(payments).toEqual({ made: 1, moved: 1, served: 1 });
  return seen.filter(({ at }) => at !== answeredAt).map(({ trip }) => trip);
}

const THREE = ["BEGIN", "INTENT", "SETTLED"];
it.each<[Rail, boolean, RoutePath, string[]]>([
  ["x402-evm", false, "/api/sim-first", THREE],
  ["x402-evm", true, "/api/sim-first", ["BEGIN", "TAKE_SLOT", "INTENT", "SETTLED"]],
  ["x402-solana", false, "/api/sim-first", THREE],
  ["mpp-pull", false, "/api/sim-first", THREE],
  // Where a payer has one slot it is the last, which an old payment must not take: our node is asked about that first.
  ["x402-evm", false, "/api/sim-scan", THREE],
  ["x402-solana", false, "/api/sim-scan", THREE],
  ["mpp-pull", false, "/api/sim-scan", THREE],
])(
  "a sale by %s (its payer a contract: %s) at %s waits for the ledger just so often",
  async (rail, contracts, path, trips) => {
    expect(await tripsOf(rail, contracts, path)).toEqual(trips);
  },
);
