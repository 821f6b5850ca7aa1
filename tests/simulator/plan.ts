import { randomness } from "@/sandbox/upstream/market/random";
import type { Lie } from "./services/facilitator";

/** What can go wrong with one message from an instance to a server. */
export const FAULTS = [
  /** No connection is made. */
  "refused",
  /** The connection is reset before the server has read the request. */
  "cut",
  /** The server does what it was asked, and its answer is lost. */
  "lost",
  /** The same, and the connection stays open without a word. */
  "silent",
  /** The server gets the request long after the instance gave up. */
  "late",
  /** The server gets the request twice; the first answer counts. */
  "twice",
  /** The server answers 503 and does nothing. */
  "unavailable",
  /** The server answers 429 and does nothing. */
  "busy",
  /** The instance dies as it sends. */
  "kill-before",
  /** The instance dies when the server has done what it was asked. */
  "kill-after",
  /** The instance stands still, past its lease, before it hears the answer. */
  "pause",
] as const;
export type FaultName = (typeof FAULTS)[number];

export const SERVERS = ["ledger", "cache", "primary", "fallback", "base", "solana"] as const;
export type ServerName = (typeof SERVERS)[number];

/** A fault at one message: the `nth` of its kind that this instance sends. */
export interface FaultAt {
  instance: string;
  /** Server and what is asked of it, such as `ledger INTENT`. */
  point: string;
  nth: number;
  fault: FaultName;
}

export const RAILS = ["x402-evm", "x402-solana", "mpp-pull", "mpp-push"] as const;
export type Rail = (typeof RAILS)[number];

/** What happens to a payment, or to its wallet, outside of the service. */
export const TRICKS = [
  /** Somebody else sends the payment to the chain before the service sees it. */
  "sent first",
  /** Somebody else sends it while the service is at it. */
  "sent meanwhile",
  /** The payer takes the authorization back while the service is at it. */
  "cancelled",
  /** The wallet is emptied while the service is at it. */
  "drained",
  /** The wallet is emptied, and funded again later. */
  "drained and funded",
  /** The wallet's whole balance goes on to the next wallet of a crowd, which pays with it, too. */
  "rolled on",
  /** A second authorization with the nonce of the first is sent, too. */
  "twin",
  /** The payment can't be used when it comes: its time is over. */
  "stale",
] as const;
export type Trick = (typeof TRICKS)[number];

export interface BuyerPlan {
  name: string;
  rail: Rail;
  /** Buyers with one number pay from one wallet. */
  wallet: number;
  startMs: number;
  path: "/api/sim-first" | "/api/sim-second";
  /** How many payments it makes. */
  purchases: number;
  /** All at once, instead of one after the other. */
  simultaneous: boolean;
  /** Brings an Idempotency-Key, the same for all of its purchases. */
  key: boolean;
  /** Its Idempotency-Key is the proof that it brings: the replay token is not echoed. */
  forgetsReplay: boolean;
  /** How many copies of each request go out at once. */
  copies: number;
  /** Hangs up after so long, the first time; null never does. */
  hangUpMs: number | null;
  /** Goes away after its first try, for so long; null stays. */
  awayMs: number | null;
  /** Sends the payment with another request, too, when it has moved. */
  otherRequest: boolean;
  /** Proves its wallet (SIGN-IN-WITH-X) when it is told that its payment is spent. */
  provesWallet: boolean;
  trick: Trick | null;
  trickMs: number;
  /** Reads its answer again so long after it got it; null does not. */
  replayMs: number | null;
}

/** All that decides a run: the same plan gives the same run. */
export interface Plan {
  seed: number;
  instances: number;
  skewsMs: readonly number[];
  buyers: readonly BuyerPlan[];
  /** When the world stops being hostile, in milliseconds from its beginning. */
  hostileMs: number;
  /** Chance of a fault at each message to these servers. */
  faultRate: number;
  faultServers: readonly ServerName[];
  faultKinds: readonly FaultName[];
  /** One kind of message that a fault meets for certain, the first few times that it is sent. */
  focus: { point: string; fault: FaultName; times: number } | null;
  /** Instead of chance, when a run is replayed with some of its faults. */
  faults: readonly FaultAt[] | null;
  /** Chance that a facilitator lies of a settlement, and how. */
  lieRate: number;
  lies: readonly Lie[];
  /** The ledger has never been used before; such a one can't be told from one that lost everything. */
  newLedger: boolean;
  /** When the store loses everything, or its scripts. */
  losses: readonly { atMs: number; what: "everything" | "scripts" }[];
  /** Chance that a handler fails, or takes long. */
  handlerFaultRate: number;
  /** Chance that a node answers as of some blocks ago. */
  lagRate: number;
  /** Chance that a stranger shows a moved payment, rebuilt from what the chain tells, and within how long. */
  strangerRate: number;
  strangerMs: number;
  /** Transfers of dust that somebody sends to each payer's account on Solana. */
  dust: number;
}

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

/** Wallets of a crowd begin behind those that everybody has. */
export const FIRST_OF_CROWD = 100;

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
    };
  });
}

/** Draws a plan: each has some kinds of trouble only, so that none hides behind another. */
export function planFor(seed: number): Plan {
  const { unit, integer, pick } = randomness(seed);
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
        point: pick(POINTS, "plan focus"),
        fault: pick(FOCUSED, "plan focus fault"),
        times: pick([1, 1, 2, 4], "plan focus times"),
      }
    : null;
  // Who dies in the middle of a payment leaves it to others: its payer comes late, strangers and the schedule come first.
  const deadly = focus !== null && focus.fault.startsWith("kill");
  // A late write meets the next call only where that one is still at its handler.
  const slow = focus?.point.startsWith("ledger ") === true && chance(0.5, "slow handlers");
  const patient = chance(0.5, "patience");

  const buyers = Array.from({ length: count }, (_, index): BuyerPlan => {
    const own = (of: number, name: string): boolean => chance(of, name, index);
    const trick = tricky && own(0.6, "trick") ? pick(ALONE, "plan trick kind", index) : null;
    const ownRail = mixed && !oneWallet ? pick(RAILS, "plan rail", index) : rail;
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
      copies: own(0.2, "copies") ? integer(2, 3, "plan copies", index) : 1,
      hangUpMs: own(0.15, "hang up") ? integer(1, 8_000, "plan hang up", index) : null,
      awayMs: own(deadly ? 0.7 : 0.2, "away")
        ? pick([8_000, 45_000, 70_000, 400_000], "plan away", index)
        : null,
      otherRequest: own(deadly ? 0.4 : 0.15, "other request"),
      provesWallet: own(0.5, "proof"),
      trick,
      trickMs: integer(0, pick([60, 400, 4_000], "plan trick span", index), "plan trick time", index),
      replayMs: own(0.4, "replay") ? pick([10, 5_000, 90_000_000], "plan replay", index) : null,
    };
  });
  return {
    seed,
    instances,
    skewsMs: Array.from({ length: 3 }, (_, index) => integer(-1_500, 1_500, "plan skew", index)),
    buyers: chance(0.004, "crowd") ? [...buyers, ...crowd(seed, pick([20, 50], "plan crowd"))] : buyers,
    hostileMs: patient ? 60_000 : 150_000,
    faultRate,
    faultServers: servers,
    faultKinds: kinds,
    focus,
    faults: null,
    lieRate: chance(0.15, "lies") ? 0.4 : 0,
    lies: ["failed", "failed with its transaction", "broken"],
    newLedger: chance(0.05, "new ledger"),
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
    dust: chance(0.05, "dust") ? pick([10, 40], "plan dust") : 0,
  };
}
