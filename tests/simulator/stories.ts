import type { Randomness } from "@/sandbox/upstream/market/random";
import { type BuyerPlan, type FaultName, type Focus, type Plan, PUNCTUAL, type Second } from "./plan";

/**
 * Troubles that come together: most rules of the till are for the moment at which two rare things meet, which chance
 * alone hardly ever brings about. A story sets those parts of a plan that belong together, for all of its buyers, and
 * leaves the others as they were drawn.
 */
export interface Story {
  plan: Partial<Plan>;
  buyer: Partial<BuyerPlan>;
  /** One more buyer, with a wallet of its own, who comes by then. */
  guestAtMs?: number;
  /** Nobody else comes. */
  isOfOne?: true;
  /** Instead of the plan's own. */
  buyers?: readonly BuyerPlan[];
}

/** Draws for one story: each name is its own. */
interface Draw {
  chance(of: number, name: string): boolean;
  pick<const L extends readonly [unknown, ...unknown[]]>(items: L, name: string): L[number];
}

const focus = (point: string, fault: FaultName, times = 1): Focus => ({ point, fault, times });
const second = (
  points: readonly string[],
  fault: FaultName,
  rest: Partial<Pick<Second, "times" | "afterMs" | "sameInstance">> = {},
): Second => ({ points, fault, times: 1, afterMs: 0, sameInstance: false, ...rest });

const SETTLE = ["primary settle", "fallback settle"] as const;
const CHAIN = ["base eth_getBlockByNumber", "base eth_call", "solana getSignaturesForAddress"] as const;

/** A worker dies over a payment that may have moved, and who takes over meets trouble of its own. */
function heir({ chance, pick }: Draw): Story {
  const point = pick(["ledger INTENT", "primary settle", "ledger SETTLED", "ledger UNKNOWN"], "point");
  return {
    plan: {
      focus: focus(point, pick(["kill-after", "kill-before", "pause"], "fault")),
      seconds: chance(0.7, "second")
        ? [
            second(["ledger BEGIN"], pick(["lost", "silent", "late"], "second fault"), {
              ...{ afterMs: pick([24_000, 29_000], "second after"), times: pick([1, 2], "second times") },
            }),
          ]
        : [],
      strangerRate: pick([0, 0.8], "strangers"),
      strangerMs: 90_000,
      instances: pick([1, 2], "instances"),
    },
    buyer: { awayMs: pick([null, 31_000, 45_000, 100_000], "away"), hangUpMs: null, trick: null },
  };
}

/** How the first of two authorizations of a nonce comes to nothing, and what else goes wrong meanwhile. */
const TWINS = [
  // Its caller dies before it was sent, and who takes over hands it to the chain, twice.
  () => ({
    focus: focus("ledger INTENT", "kill-after"),
    seconds: [second(["ledger UNKNOWN"], "again", { times: 2 })],
    ...{ windowSec: 40, twinSec: 120, awayMs: 45_000 },
  }),
  // Somebody who has seen that it can't move any more falls asleep, and gives it up when the second one is open.
  () => ({
    focus: focus("primary settle", "cut"),
    seconds: [
      second(["base2 eth_call"], "sleep", { afterMs: 42_000 }),
      second(["primary settle"], "cut", { afterMs: 60_000 }),
    ],
    ...{ windowSec: 40, twinSec: 300, awayMs: null },
  }),
  // Who closes books after another sale has listed it and falls asleep, and finds it without a record when the second one
  // is about to be sold.
  () => ({
    focus: focus("primary settle", "cut"),
    seconds: [
      second(["ledger ZRANGE"], "sleep", { afterMs: 121_000 }),
      second(["ledger DROP_OPEN"], "late", { times: 2 }),
      second(SETTLE, "cut", { times: 2, afterMs: 190_000 }),
    ],
    ...{ windowSec: 165, twinSec: 300, awayMs: null, guestAtMs: 140_000 },
  }),
  // Nothing but that.
  ({ pick }: Draw) => ({
    focus: focus("primary settle", pick(["cut", "kill-before"], "how it fails")),
    seconds: [],
    ...{ windowSec: pick([40, 60, 120], "window"), twinSec: pick([40, 120, 300], "twin"), awayMs: null },
  }),
] as const;

/** Two authorizations of one nonce: the first comes to nothing, while the second waits for its turn. */
function twins(draw: Draw): Story {
  const { chance, pick } = draw;
  const { windowSec, twinSec, awayMs, guestAtMs, ...troubles } = {
    guestAtMs: 0,
    ...pick(TWINS, "variant")(draw),
  };
  return {
    ...(guestAtMs > 0 ? { guestAtMs } : {}),
    plan: {
      ...troubles,
      ...{ instances: 2, hostileMs: 420_000, faultRate: 0, losses: [] },
      handlerFaultRate: chance(0.6, "slow handlers") ? 0.8 : 0,
      lieRate: 0,
    },
    buyer: {
      ...{ rail: "x402-evm", trick: "twin", key: true, copies: 1, simultaneous: false, hangUpMs: null },
      ...{ windowSec, awayMs, twinSec, startMs: pick([0, 5_000], "start") },
    },
  };
}

/** An instance stands still past its lease, and wakes up to failures of its own. */
function sleeper({ chance, pick }: Draw): Story {
  const point = pick(
    ["ledger BEGIN", "primary verify", "ledger GET", "ledger INTENT", "ledger INTENT"],
    "point",
  );
  return {
    plan: {
      focus: focus(point, "pause", pick([1, 1, 2], "times")),
      seconds: chance(0.7, "second")
        ? [second(SETTLE, "refused", { times: 6, sameInstance: true, afterMs: 4_000 })]
        : [],
      ...{ instances: pick([2, 3], "instances"), losses: [] },
      handlerFaultRate: pick([0, 0.5], "handlers"),
    },
    buyer: {
      hangUpMs: pick([null, 500, 3_000], "hang up"),
      copies: pick([1, 2], "copies"),
      awayMs: pick([null, 31_000], "away"),
      key: point === "ledger GET" || chance(0.3, "key"),
    },
  };
}

/** Payments that others sent, under keys that have bought or are about to, by handlers that fail. */
function credited({ chance, pick }: Draw): Story {
  const point = pick(
    ["ledger CREDIT", "ledger FULFIL", "ledger FULFIL", "ledger RELEASE_CREDIT", "ledger GET"],
    "point",
  );
  return {
    plan: {
      focus: chance(0.5, "focus")
        ? focus(point, pick(["lost", "late", "pause", "kill-after", "twice"], "fault"))
        : null,
      handlerFaultRate: pick([0.4, 0.9], "handlers"),
    },
    buyer: {
      rail: pick(["mpp-push", "mpp-push", "x402-evm", "x402-solana"], "rail"),
      trick: pick(["sent first", "sent meanwhile"], "trick"),
      ...{ key: chance(0.7, "key"), purchases: pick([1, 2, 3], "purchases") },
      simultaneous: chance(0.7, "simultaneous"),
    },
  };
}

/** A payer comes when its payment's time is over, or its wallet empty, and the chain can't be asked. */
function lateComer({ chance, pick }: Draw): Story {
  return {
    plan: {
      focus: focus(
        pick(CHAIN, "point"),
        pick(["unavailable", "silent", "busy"], "fault"),
        pick([1, 3, 8], "times"),
      ),
      ...{ seconds: [], hostileMs: 300_000, lagRate: pick([0, 0.5], "lag") },
    },
    buyer: {
      rail: pick(["x402-evm", "x402-evm", "x402-solana", "mpp-pull"], "rail"),
      trick: pick(["sent first", "sent first", "cancelled", "drained"], "trick"),
      showAfterMs: pick([20_000, 70_000, 90_000, 130_000], "show after"),
      ...{ provesWallet: chance(0.5, "proof"), awayMs: null },
    },
  };
}

/** The store loses all that it knows of payments that it sold, and their payers and strangers come back. */
function forgotten({ pick }: Draw): Story {
  return {
    plan: {
      losses: [{ atMs: pick([3_000, 8_000, 20_000], "loss"), what: "everything" }],
      ...{ strangerRate: pick([0, 1], "strangers"), strangerMs: 60_000, hostileMs: 60_000 },
    },
    buyer: { startMs: pick([0, 1_000], "start"), replayMs: pick([10, 5_000, 30_000], "replay"), trick: null },
  };
}

/** A payment fails for good, and its payer makes another under the same key. */
function another({ pick }: Draw): Story {
  return {
    plan: {
      focus: focus("primary settle", "cut", pick([1, 2], "times")),
      ...{ seconds: [], faultRate: 0, losses: [] },
    },
    buyer: {
      ...{ key: true, purchases: 2, simultaneous: false, windowSec: 40 },
      trick: pick([null, "drained and funded", "cancelled"], "trick"),
    },
  };
}

/** The store refuses one script for as long as the trouble lasts, and does all others. */
function stuck({ chance, pick }: Draw): Story {
  const point = pick(["ledger SETTLED", "ledger SETTLED", "ledger RELEASED", "ledger UNKNOWN"], "point");
  return {
    plan: {
      focus: focus(point, pick(["unavailable", "busy", "refused"], "fault"), 2_000),
      seconds: chance(0.3, "second")
        ? [second(["primary settle", "ledger INTENT"], pick(["kill-after", "cut"], "second fault"))]
        : [],
      ...{ lieRate: pick([0, 0.8], "lies"), losses: [] },
    },
    buyer: {
      ...{ replayMs: pick([10, 5_000], "replay"), awayMs: pick([null, 31_000], "away") },
      trick: pick([null, null, "cancelled"], "trick"),
    },
  };
}

const STORIES = [heir, twins, sleeper, credited, lateComer, forgotten, another, stuck] as const;

/** A write reaches the store when its caller has given up, and another call is at the payment, slowly. */
function lateWrite({ pick }: Draw): Story {
  const [script, rail, trick] = pick(
    [
      ["INTENT", "x402-evm", null],
      ["INTENT", "x402-solana", null],
      ["CREDIT", "x402-evm", "sent first"],
      ["CREDIT", "mpp-push", null],
      ["FULFIL", "mpp-push", null],
      ["RELEASE_CREDIT", "x402-evm", "sent first"],
      ["RELEASE_CREDIT", "mpp-push", null],
    ],
    "script",
  );
  const asks = ["base eth_call", "solana getTransaction", "solana getSignatureStatuses"];
  return {
    plan: {
      focus: focus(`ledger ${script}`, pick(["late", "late", "again"], "fault"), pick([1, 2, 3], "times")),
      // Whoever looks at the chain holds its claim meanwhile.
      seconds: script === "CREDIT" ? [second(asks, "silent", { times: 12, afterMs: 500 })] : [],
      ...{ instances: 2, handlerFaultRate: 0.9, faultRate: 0, losses: [] },
    },
    buyer: { rail, trick, awayMs: null, key: false, forgetsReplay: false },
  };
}

/** What a settlement came to is not known, and then who would tell it, or send it again, fails at that. */
function untold({ chance, pick }: Draw): Story {
  const isLeftToHeir = chance(0.5, "left to an heir");
  return {
    plan: {
      focus: isLeftToHeir ? focus("ledger INTENT", "kill-after") : focus("primary settle", "cut"),
      seconds: isLeftToHeir
        ? [second(SETTLE, pick(["lost", "silent"], "settling again"), { times: 2 })]
        : [second(["ledger UNKNOWN"], pick(["refused", "unavailable"], "writing it down"), { times: 2_000 })],
      ...{ faultRate: 0, losses: [] },
    },
    buyer: {
      ...{ rail: pick(["x402-evm", "x402-evm", "x402-solana"], "rail"), hangUpMs: null },
      trick: isLeftToHeir ? null : "cancelled",
      awayMs: isLeftToHeir ? pick([31_000, 45_000], "away") : null,
    },
  };
}

/** What others sent is sold, and Base drops the block that it was in. */
function takenBack({ pick }: Draw): Story {
  return {
    plan: { focus: null, seconds: [], faultRate: 0, losses: [], reorganisationRate: 0.9, hostileMs: 60_000 },
    buyer: {
      ...{ rail: "x402-evm", trick: pick(["sent first", "sent meanwhile"], "trick") },
      ...{ provesWallet: true, awayMs: null, startMs: pick([0, 5_000], "start") },
    },
  };
}

/** What keeps a plan from hiding one trouble behind another. */
const QUIET = {
  ...{ focus: null, seconds: [], faultRate: 0, losses: [], lagRate: 0, lieRate: 0, pretenceRate: 0 },
  ...{ reorganisationRate: 0, newLedger: false, contracts: false, scarce: false, handlerFaultRate: 0 },
} as const;
const PLAIN_BUYER = {
  ...{ simultaneous: false, key: false, copies: 1, forgetsReplay: false, hangUpMs: null, awayMs: null },
  ...{ otherRequest: false, trick: null, purchases: 1, showAfterMs: 0 },
} as const;

/** Who has bought goes on with an empty wallet: each payment is one more question to a facilitator. */
function emptyHanded({ pick }: Draw): Story {
  return {
    plan: { ...QUIET, instances: pick([1, 2], "instances") },
    buyer: {
      ...PLAIN_BUYER,
      ...{ rail: pick(["x402-evm", "x402-solana"], "rail"), trick: "empty once served" },
      purchases: pick([14, 20], "purchases"),
    },
    isOfOne: true,
  };
}

/** A person returns what was paid, and Base drops blocks of both sales and refunds. */
function returned({ pick }: Draw): Story {
  return {
    plan: {
      ...{ ...QUIET, hostileMs: 50 * 60_000, reorganisationRate: pick([0.4, 0.8], "reorganisations") },
      refunds: pick(["reserved first", "reserved first", "sent first"], "refunds"),
    },
    buyer: {
      ...{ ...PLAIN_BUYER, rail: "x402-evm", purchases: pick([1, 2], "purchases") },
      ...{ provesWallet: true, replayMs: pick([null, 5_000, 3_000_000], "replay") },
    },
  };
}

/** What was sold for nothing is looked for rarely, and a second node can't be asked at first. */
function secondOpinion({ pick }: Draw): Story {
  const [recoveryEveryMs, times] = pick(
    [
      [25 * 60_000, 3],
      [70 * 60_000, 2],
    ],
    "schedule",
  );
  return {
    plan: {
      ...{ ...QUIET, pretenceRate: 1, recoveryEveryMs, hostileMs: 240 * 60_000 },
      focus: focus("base2 eth_getBlockByNumber", pick(["unavailable", "refused"], "fault"), times),
    },
    buyer: { ...PLAIN_BUYER, rail: "x402-evm", replayMs: null },
    isOfOne: true,
  };
}

/** Somebody brings in the payers' names what stands of theirs on Solana, while they buy. */
function pestered({ pick }: Draw): Story {
  return {
    plan: { ...QUIET, nuisance: "old payments", hostileMs: 150_000 },
    buyer: {
      ...{ ...PLAIN_BUYER, rail: "x402-solana", purchases: pick([2, 4, 8], "purchases"), replayMs: null },
      path: pick(["/api/sim-first", "/api/sim-first", "/api/sim-scan"], "path"),
    },
  };
}

/** Nobody can read Base, and somebody invents authorizations meanwhile; what others sent before is looked for when its payer comes back. */
function unread({ pick }: Draw): Story {
  const awayMs = pick([45_000, 400_000, 2 * 3_600_000], "away");
  return {
    plan: {
      ...QUIET,
      ...{ nuisance: "inventions", hostileMs: awayMs > 3_600_000 ? 110 * 60_000 : 150_000 },
      focus: focus("base eth_getBlockByNumber", "unavailable", 9_000),
      seconds: [second(["base2 eth_getBlockByNumber"], "unavailable", { times: 9_000 })],
    },
    buyer: {
      ...{ ...PLAIN_BUYER, rail: "x402-evm", trick: "sent first", showAfterMs: 8_000 },
      ...{ awayMs, provesWallet: true, replayMs: null },
    },
    isOfOne: true,
  };
}

/** Whose scan came to nothing by the payer's doing, and what else that wallet, and its household's, want on that day. */
function neighbours({ pick }: Draw): Story {
  const one = (name: string, startMs: number, change: Partial<BuyerPlan>): BuyerPlan => ({
    ...{ ...PLAIN_BUYER, ...PUNCTUAL, name, startMs, rail: "x402-evm", wallet: 0, path: "/api/sim-first" },
    ...{ provesWallet: false, trickMs: 0, replayMs: null, home: 1, ...change },
  });
  const cancels = (ms: number): Partial<BuyerPlan> => ({ trick: "cancelled", trickMs: ms });
  const scan = { path: "/api/sim-scan" } as const;
  return {
    plan: { ...QUIET, handlerFaultRate: pick([0.5, 0.9], "handlers"), hostileMs: 60_000 },
    buyer: {},
    buyers: [
      ...(pick([true, false], "has paid") ? [one("a payer", 0, {})] : []),
      one("who has a site scanned", 3_000, { ...scan, ...cancels(pick([500, 1_500, 3_000], "scan")) }),
      one("the same", pick([3_000, 6_000], "call"), cancels(pick([2_000, 5_000, 9_000], "call fails"))),
      one("the same later", pick([90_000, 360_000], "later"), {}),
      one("a neighbour", pick([60_000, 300_000], "neighbour"), { ...scan, wallet: 1 }),
    ],
  };
}

/** What was paid with the memo of one challenge is brought with another one. */
function astray({ pick }: Draw): Story {
  return {
    plan: { ...QUIET, instances: pick([1, 2], "instances") },
    buyer: {
      ...{
        ...PLAIN_BUYER,
        rail: "mpp-push",
        trick: "stray",
        trickMs: pick([1_700, 3_000, 9_000], "elsewhere"),
      },
      provesWallet: pick([true, true, false], "proof"),
    },
  };
}

/** Answers on Solana take long, for payments that come late: some run out meanwhile, and some on their way to the chain. */
function belated({ pick }: Draw): Story {
  return {
    plan: { ...QUIET, handlerFaultRate: 0.9, hostileMs: 20 * 60_000 },
    buyer: {
      ...{ ...PLAIN_BUYER, rail: pick(["x402-solana", "x402-solana", "mpp-pull"], "rail"), purchases: 9 },
      ...{ showAfterMs: pick([46_000, 49_000, 52_000], "comes"), replayMs: null },
    },
    isOfOne: true,
  };
}

/** One node of two lies, whether facilitators do or not, while settlements get lost and others send payments. */
function lied({ chance, pick }: Draw): Story {
  const sent = ["primary settle", "solana sendTransaction", "fallback settle"] as const;
  return {
    plan: {
      ...{ ...QUIET, hostileMs: 150_000, pretenceRate: pick([0, 0, 0.6], "pretences") },
      nodeLies: {
        node: pick(["first", "second"], "node"),
        how: pick(["denies", "invents"], "how"),
        fromMs: pick([0, 0, 60_000], "from"),
      },
      focus: focus(
        pick(sent, "point"),
        pick(["lost", "cut", "silent", "late"], "fault"),
        pick([1, 2, 4], "times"),
      ),
      lieRate: pick([0, 0.5], "facilitators"),
      strangerRate: pick([0, 0.7], "strangers"),
    },
    buyer: {
      ...{ ...PLAIN_BUYER, rail: pick(["x402-evm", "x402-solana", "mpp-pull", "mpp-push"], "rail") },
      trick: pick([null, null, "sent first", "sent meanwhile", "drained"], "trick"),
      trickMs: pick([20, 100, 2_000], "trick time"),
      ...{ showAfterMs: pick([0, 8_000], "shows"), awayMs: pick([null, null, 45_000, 100_000], "away") },
      ...{
        provesWallet: chance(0.6, "proof"),
        key: chance(0.4, "key"),
        purchases: pick([1, 2], "purchases"),
      },
      replayMs: pick([null, 5_000], "replay"),
    },
  };
}

/** The primary refuses good payments, for what our node sees is not so, or for the law's sake. */
function refusedWrongly({ pick }: Draw): Story {
  return {
    plan: { ...QUIET, wrongNo: { rate: 1, code: pick(["technical", "technical", "law"], "code") } },
    buyer: { ...PLAIN_BUYER, rail: "x402-evm", purchases: pick([1, 3], "purchases"), replayMs: null },
  };
}

/** Facilitators sell for nothing, as much as they can at once. */
function soldForNothing({ pick }: Draw): Story {
  const one = (index: number): BuyerPlan => ({
    ...{ ...PLAIN_BUYER, ...PUNCTUAL, name: `buyer ${index + 1}`, startMs: index * 1_500, rail: "x402-evm" },
    ...{ wallet: index, path: "/api/sim-first", provesWallet: false, trickMs: 0, replayMs: null },
  });
  return {
    plan: {
      ...{ ...QUIET, pretenceRate: 1, pretenders: pick([["primary"], ["primary", "fallback"]], "who lies") },
      unseen: {
        sales: pick([1, 2], "bound"),
        by: pick(["number", "value"], "bound by"),
        usdPerHourInSilence: 100,
      },
    },
    buyer: {},
    buyers: Array.from({ length: 6 }, (_, index) => one(index)),
  };
}

/** The primary sells for nothing what its payer has signed for a short time alone. */
function shortOfTime({ pick }: Draw): Story {
  return {
    plan: { ...QUIET, pretenceRate: 1, pretenders: ["primary"] },
    buyer: { ...PLAIN_BUYER, rail: "x402-evm", windowSec: pick([45, 60], "window"), replayMs: null },
    isOfOne: true,
  };
}

/** Nobody can read Base while facilitators sell, one of which may lie. */
function inSilence({ pick }: Draw): Story {
  const one = (index: number): BuyerPlan => ({
    ...{ ...PLAIN_BUYER, ...PUNCTUAL, name: `buyer ${index + 1}`, startMs: index * 2_000, rail: "x402-evm" },
    ...{ wallet: index, path: "/api/sim-first", provesWallet: false, trickMs: 0, replayMs: null },
  });
  return {
    plan: {
      ...{ ...QUIET, faultRate: 1, faultServers: ["base", "base2"], faultKinds: ["unavailable"] },
      ...{ pretenceRate: pick([0, 1], "lies"), hostileMs: 90_000 },
      unseen: { sales: 1, by: "number", usdPerHourInSilence: pick([0.02, 0.05], "by the hour") },
    },
    buyer: {},
    buyers: Array.from({ length: 7 }, (_, index) => one(index)),
  };
}

/** On Solana a facilitator names for a sale the transaction of another. */
function namesAnothers({ pick }: Draw): Story {
  return {
    plan: { ...QUIET, pretenceRate: 0.6 },
    buyer: {
      ...{ ...PLAIN_BUYER, rail: "x402-solana", purchases: pick([3, 5], "purchases"), replayMs: null },
    },
  };
}

/** Buyers on Base, each with a wallet of its own. */
const strangers = (count: number, everyMs: number, change: Partial<BuyerPlan>): BuyerPlan[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{
      ...PLAIN_BUYER,
      ...PUNCTUAL,
      name: `buyer ${index + 1}`,
      startMs: index * everyMs,
      rail: "x402-evm",
    },
    ...{ wallet: index, path: "/api/sim-first", provesWallet: false, trickMs: 0, replayMs: null, ...change },
  }));

/** Who has never paid wants more at once than its wallet holds. */
function scanty({ pick }: Draw): Story {
  return {
    plan: { ...QUIET, purse: pick([1, 2], "purse"), contracts: pick([true, false], "contracts") },
    buyer: { ...PLAIN_BUYER, rail: "x402-evm", purchases: 4, simultaneous: true, replayMs: null },
    isOfOne: true,
  };
}

/** Somebody has used up the budget of a network, of which newcomers with money come, for what takes long. */
function crowdedOut({ chance, pick }: Draw): Story {
  const path = pick(["/api/sim-first", "/api/sim-first", "/api/sim-scan"], "path");
  const isSlow = chance(0.6, "slow handlers");
  const [count, everyMs] = pick(
    [
      [7, 50],
      [7, 50],
      [3, 9_000],
    ],
    "buyers",
  );
  const isLost = chance(0.3, "settlements get lost");
  return {
    plan: {
      ...{ ...QUIET, isBudgetUsedUp: true, handlerFaultRate: isSlow ? 0.9 : 0, hostileMs: 150_000 },
      ...{ purse: pick([1, 3], "purse"), instances: pick([1, 2], "instances") },
      focus: isLost ? focus("primary settle", "cut", 4) : null,
      seconds: isLost ? [second(["fallback settle"], "cut", { times: 4 })] : [],
    },
    buyer: {},
    buyers: strangers(count, everyMs, {
      ...{ path, home: 1, purchases: pick([1, 2], "purchases"), simultaneous: chance(0.5, "simultaneous") },
      trick: pick([null, null, "cancelled"], "trick"),
      trickMs: pick([400, 3_000], "trick time"),
    }),
  };
}

/** No node of Base says a word, while newcomers with money come. */
function speechless(): Story {
  return {
    plan: {
      ...{ ...QUIET, faultRate: 1, faultServers: ["base", "base2"], faultKinds: ["silent"] },
      ...{ hostileMs: 120_000, served: { who: "anybody", withinMs: 25_000, untilMs: 60_000 } },
    },
    buyer: {},
    buyers: strangers(5, 3_000, {}),
  };
}

/** Wallets that show their balance, and take each payment back before it is looked at, cost facilitators questions. Who has paid goes on. */
function usedUp({ pick }: Draw): Story {
  const taken: Partial<BuyerPlan> = { trick: "cancelled", purchases: pick([8, 12], "how often") };
  const others = strangers(7, 40, taken).slice(1);
  return {
    // Shares are each instance's own.
    plan: {
      ...{ ...QUIET, instances: 1, quota: 12 },
      served: { who: "who has paid", withinMs: 20_000, untilMs: 600_000 },
    },
    buyer: {},
    buyers: [
      ...strangers(1, 0, {}),
      ...strangers(1, 0, { name: "the same later", startMs: 10_500, purchases: 4 }),
      ...others.map((buyer) => ({ ...buyer, startMs: buyer.startMs + 10_000 })),
    ],
  };
}

/** Nodes of Solana list transactions late, while settlements get lost and others send payments. */
function lateHistory({ pick }: Draw): Story {
  const sent = ["primary settle", "primary settle", "solana sendTransaction"] as const;
  const nodes = pick(["first", "both", "both"], "nodes");
  return {
    plan: {
      ...{ ...QUIET, hostileMs: 240_000 },
      historyBehind: { nodes, slots: pick([25, 150, 400], "slots") },
      focus: focus(
        pick(sent, "point"),
        pick(["lost", "silent", "kill-after"], "fault"),
        pick([1, 2, 4], "times"),
      ),
    },
    buyer: {
      ...{ ...PLAIN_BUYER, rail: pick(["x402-solana", "x402-solana", "mpp-pull"], "rail") },
      trick: pick([null, "sent first", "sent meanwhile"], "trick"),
      trickMs: pick([20, 2_000], "trick time"),
      ...{ showAfterMs: pick([0, 30_000], "shows"), awayMs: pick([null, 45_000, 100_000], "away") },
      ...{ provesWallet: true, purchases: pick([1, 2], "purchases"), replayMs: null },
    },
  };
}

/** Stories of seeds that had none before, so that all others keep theirs: each up to its share; null for none. */
const LATER = [
  [0.085, emptyHanded],
  [0.105, returned],
  [0.115, secondOpinion],
  [0.125, pestered],
  [0.135, unread],
  [0.155, neighbours],
  [0.165, astray],
  [0.18, belated],
  [0.23, lied],
  [0.2355, null],
  [0.245, refusedWrongly],
  [0.255, soldForNothing],
  [0.265, shortOfTime],
  [0.2685, inSilence],
  [0.275, null],
  [0.29, namesAnothers],
  [0.296, scanty],
  [0.304, crowdedOut],
  [0.3044, null],
  [0.311, usedUp],
  [0.316, crowdedOut],
  [0.32, speechless],
  [0.3233, lateHistory],
  [0.3236, null],
  [0.33, lateHistory],
] as const;

/** The story of a seed, if it has one. */
export function storyOf({ unit, pick }: Randomness): Story | null {
  const rare = unit("rare story");
  const tell =
    unit("story") < 0.35
      ? pick(STORIES, "story which")
      : unit("story of a late write") < 0.06
        ? lateWrite
        : rare < 0.05
          ? untold
          : rare < 0.07
            ? takenBack
            : (LATER.find(([until]) => rare < until)?.[1] ?? null);
  if (tell === null) return null;
  return tell({
    chance: (of, name) => unit(`story ${tell.name} ${name}`) < of,
    pick: (items, name) => pick(items, `story ${tell.name} ${name}`),
  });
}
