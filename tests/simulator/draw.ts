import { randomness, type Randomness } from "@/sandbox/upstream/market/random";
import { FAULTS, FIRST_OF_CROWD, PUNCTUAL, RAILS, SERVERS, type BuyerPlan, type Plan } from "./plan";
import { storyOf } from "./stories";

/** Messages that money hangs on. */
const POINTS = [
  ...(["ledger BEGIN", "ledger BEGIN", "ledger INTENT", "ledger INTENT", "ledger INTENT"] as const),
  ...(["ledger SETTLED", "ledger SETTLED", "ledger UNKNOWN", "ledger UNKNOWN", "ledger RELEASED"] as const),
  ...(["ledger CREDIT", "ledger FULFIL", "ledger RELEASE_CREDIT", "ledger RELEASED", "ledger GET"] as const),
  ...(["primary verify", "primary settle", "primary settle", "primary settle", "fallback settle"] as const),
  ...(["base eth_getBlockByNumber", "base eth_call", "base eth_getLogs"] as const),
  ...(["solana sendTransaction", "solana sendTransaction", "solana getSignatureStatuses"] as const),
  ...(["solana getSignaturesForAddress", "solana getTransaction", "solana simulateTransaction"] as const),
] as const;

/** Faults after which most is left open come up more often there. */
const FOCUSED = [
  ...FAULTS,
  ...(["kill-after", "kill-after", "kill-before", "lost", "late", "late", "twice", "twice"] as const),
] as const;

const FAULT_RATES = [0, 0.01, 0.03, 0.08, 0.2] as const;

/** What a buyer may do who is no part of a crowd. */
const ALONE = [
  ...(["sent first", "sent meanwhile", "cancelled", "drained"] as const),
  ...(["drained and funded", "twin", "stale"] as const),
] as const;

/** Buyers with a wallet each and one balance between them, which rolls on as soon as it has been looked at. */
export function crowd(seed: number, size: number): BuyerPlan[] {
  const { integer } = randomness(seed);
  return Array.from({ length: size }, (_, index): BuyerPlan => {
    const span = integer(50, 400, "plan crowd span", index);
    return {
      ...{ name: `buyer ${index + 1} of a crowd`, rail: "x402-evm", wallet: FIRST_OF_CROWD + index },
      ...{ startMs: index * 120, path: "/api/sim-first", purchases: 1, simultaneous: false, key: false },
      ...{ forgetsReplay: false, copies: 1, hangUpMs: null, awayMs: null, otherRequest: false },
      ...{ provesWallet: false, trick: "rolled on", trickMs: span, replayMs: null },
      ...PUNCTUAL,
    };
  });
}

/** Buyers whose wallets never hold anything, and a first-time buyer behind them, who can pay. */
export function penniless(seed: number, size: number): BuyerPlan[] {
  const [first, ...others] = crowd(seed, size + 1);
  const last = size * 120;
  const poor = others.map((buyer): BuyerPlan => ({ ...buyer, trick: null, startMs: buyer.startMs - 120 }));
  return first === undefined ? [] : [...poor, { ...first, trick: null, startMs: last + 5_000 }];
}

/** The last of the wallets that everybody has is nobody's else. */
const GUEST_WALLET = 7;

const guest = (startMs: number): BuyerPlan => ({
  ...{ name: "a guest", rail: "x402-solana", wallet: GUEST_WALLET, startMs, path: "/api/sim-second" },
  ...{ purchases: 1, simultaneous: false, key: false, forgetsReplay: false, copies: 1, hangUpMs: null },
  ...{ awayMs: null, otherRequest: false, provesWallet: false, trick: null, trickMs: 0, replayMs: null },
  ...PUNCTUAL,
});

/** Draws a plan: each has some kinds of trouble only, so that none hides behind another. */
export function planFor(seed: number): Plan {
  const random = eachOnce(randomness(seed));
  const plan = drawn(seed, random);
  const story = storyOf(random);
  if (story === null) return plan;
  if (story.buyers !== undefined) return { ...plan, ...story.plan, buyers: story.buyers };
  const told = story.isOfOne === true ? plan.buyers.slice(0, 1) : plan.buyers;
  const buyers = told.map((buyer) => (buyer.wallet >= FIRST_OF_CROWD ? buyer : { ...buyer, ...story.buyer }));
  const { guestAtMs } = story;
  return { ...plan, ...story.plan, buyers: guestAtMs === undefined ? buyers : [...buyers, guest(guestAtMs)] };
}

/** A name that is drawn twice ties two choices together, so that most of their combinations never come up. */
function eachOnce({ unit, integer, pick, hex }: Randomness): Randomness {
  const drawn = new Set<string>();
  const once = (name: string, at: readonly number[]): void => {
    const draw = [name, ...at].join(" ");
    if (drawn.has(draw)) throw new Error(`"${draw}" is drawn twice`);
    drawn.add(draw);
  };
  return {
    unit: (name, ...at) => (once(name, at), unit(name, ...at)),
    integer: (from, to, name, ...at) => (once(name, at), integer(from, to, name, ...at)),
    pick: (items, name, ...at) => (once(name, at), pick(items, name, ...at)),
    hex,
  };
}

function drawn(seed: number, { unit, integer, pick }: Randomness): Plan {
  const chance = (of: number, name: string, at = 0): boolean => unit(`plan ${name}`, at) < of;
  const some = <T>(items: readonly T[], share: number, name: string): T[] =>
    items.filter((_, index) => chance(share, name, index));

  const instances = pick([1, 1, 2, 2, 3], "plan instances");
  const faultRate = pick(FAULT_RATES, "plan fault rate");
  const kinds = some(FAULTS, pick([0.15, 0.3, 0.6], "plan fault share"), "fault kind");
  const servers = some(SERVERS, 0.6, "fault server");
  const oneWallet = chance(0.3, "one wallet");
  // Buyers with one wallet reach the bound of payments in flight.
  const count = oneWallet ? pick([1, 2, 4, 6], "plan buyers") : pick([1, 1, 1, 1, 1, 2, 2, 3], "plan buyers");
  const tricky = chance(0.4, "tricks");
  const keyed = chance(0.3, "keys");
  const rail = pick(RAILS, "plan rail");
  const mixed = chance(0.4, "mixed rails");
  const lossy = chance(0.12, "losses");
  const focus = chance(0.35, "focus")
    ? {
        point: pick(POINTS, "plan focus point"),
        fault: pick(FOCUSED, "plan focus fault"),
        times: pick([1, 1, 2, 4], "plan focus times"),
      }
    : null;
  // Who dies in the middle of a payment leaves it to others: its payer comes late, strangers and the schedule come first.
  const deadly = focus !== null && focus.fault.startsWith("kill");
  // A late write meets the next call only where that one is still at its handler.
  const slow = focus?.point.startsWith("ledger ") === true && chance(0.5, "slow handlers");
  const patient = chance(0.5, "patience");
  const launched = chance(0.12, "token is launched");

  const buyers = Array.from({ length: count }, (_, index): BuyerPlan => {
    const own = (of: number, name: string): boolean => chance(of, name, index);
    const trick = tricky && own(0.6, "trick") ? pick(ALONE, "plan trick kind", index) : null;
    // Others come first to what others sent, where its payer takes its time.
    const isSlow = trick === "sent first" && own(0.5, "shows late");
    const usdcRail = mixed && !oneWallet ? pick(RAILS, "plan rail", index) : rail;
    const ownRail = launched && own(0.7, "pays in the token") ? "own-token" : usdcRail;
    return {
      name: `buyer ${index + 1}`,
      rail: ownRail,
      wallet: oneWallet ? 0 : index,
      startMs: integer(0, pick([100, 3_000, 30_000], "plan start span", index), "plan start", index),
      path: own(0.8, "path") ? "/api/sim-first" : "/api/sim-second",
      purchases: pick([1, 1, 1, 1, 1, 2, 3], "plan purchases", index),
      simultaneous: own(0.4, "simultaneous"),
      key: keyed && own(0.8, "key"),
      forgetsReplay: own(0.15, "forgets replay"),
      copies: own(0.2, "copies") ? integer(2, 3, "plan how many copies", index) : 1,
      hangUpMs: own(0.15, "hang up") ? integer(1, 8_000, "plan hang up after", index) : null,
      awayMs: own(deadly ? 0.7 : 0.2, "away")
        ? pick([8_000, 45_000, 70_000, 400_000], "plan away for", index)
        : null,
      otherRequest: own(deadly ? 0.4 : 0.15, "other request"),
      provesWallet: own(0.5, "proof"),
      trick,
      trickMs: integer(0, pick([60, 400, 4_000], "plan trick span", index), "plan trick time", index),
      replayMs: own(0.4, "replay") ? pick([10, 5_000, 90_000_000], "plan replay after", index) : null,
      ...PUNCTUAL,
      ...(isSlow ? { showAfterMs: integer(1_000, 60_000, "plan shows after", index) } : {}),
    };
  });
  return {
    seed,
    instances,
    skewsMs: Array.from({ length: 3 }, (_, index) => integer(-1_500, 1_500, "plan skew", index)),
    buyers: chance(0.004, "crowd") ? [...buyers, ...crowd(seed, pick([20, 50], "plan crowd size"))] : buyers,
    hostileMs: patient ? 60_000 : 150_000,
    faultRate,
    faultServers: servers,
    faultKinds: kinds,
    focus,
    seconds: [],
    faults: null,
    lieRate: chance(0.15, "lies") ? 0.4 : 0,
    lies: ["failed", "failed with its transaction", "broken"],
    pretenceRate: chance(0.03, "pretences") ? 0.5 : 0,
    ...{ pretenders: ["primary", "fallback"], wrongNo: null, unseen: null },
    reorganisationRate: chance(0.05, "reorganisations") ? 0.4 : 0,
    launched,
    newLedger: chance(0.05, "new ledger"),
    contracts: chance(0.08, "contracts"),
    scarce: chance(0.06, "scarce"),
    losses: lossy
      ? [
          {
            atMs: integer(50, 20_000, "plan loss"),
            what: chance(0.6, "loss kind") ? "everything" : "scripts",
          },
        ]
      : [],
    handlerFaultRate: slow ? 0.8 : chance(0.2, "handler") ? 0.3 : 0,
    lagRate: chance(0.3, "lag") ? 0.3 : 0,
    strangerRate: chance(deadly ? 0.7 : 0.3, "strangers") ? 0.7 : 0,
    strangerMs: pick([3_000, 90_000], "plan stranger span"),
    ...{ refunds: null, recoveryEveryMs: null, nuisance: null, nodeLies: null },
    ...{ purse: null, isBudgetUsedUp: false, quota: null, historyBehind: null, served: null },
    dust: chance(0.05, "dust") ? pick([10, 40, 560], "plan how much dust") : 0,
  };
}
