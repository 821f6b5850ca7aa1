import type { RoutePath } from "./routes";
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
export type FaultName =
  | (typeof FAULTS)[number]
  // Besides those, in stories: the server gets the request once more, seconds later; the first answer counts.
  | "again"
  // The instance stands still for longer than a payer cools down.
  | "sleep";

export const SERVERS = [
  ...(["ledger", "cache", "primary", "fallback", "base", "solana"] as const),
  // The second nodes of both chains.
  ...(["base2", "solana2"] as const),
  // The service at its own address, as its recovery asks it.
  "self",
] as const;
export type ServerName = (typeof SERVERS)[number];

/** A fault at one message: the `nth` of its kind that this instance sends. */
export interface FaultAt {
  instance: string;
  /** Server and what is asked of it, such as `ledger INTENT`. */
  point: string;
  nth: number;
  fault: FaultName;
}

/** One kind of message that a fault meets for certain, the first few times that it is sent. */
export interface Focus {
  point: string;
  fault: FaultName;
  times: number;
}

/** A fault that comes some time after the one in focus, and with it. */
export interface Second {
  points: readonly string[];
  fault: FaultName;
  times: number;
  /** So long after the first time that the fault in focus struck. */
  afterMs: number;
  /** It strikes that instance only which the fault in focus struck. */
  sameInstance: boolean;
}

/** The rails of USDC, which every world has; the own token's only where it is launched. */
export const RAILS = ["x402-evm", "x402-solana", "mpp-pull", "mpp-push"] as const;
export type Rail = (typeof RAILS)[number] | "own-token";

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
  /** Once an answer was bought the wallet is empty, and goes on paying. */
  "empty once served",
  /** It is sent with the memo of another challenge than it is brought with (MPP push). */
  "stray",
] as const;
export type Trick = (typeof TRICKS)[number];

/**
 * What somebody brings in buyers' names who holds none of their keys: transactions that they sent long ago, as they stand on
 * Solana, or authorizations that nobody has signed, whose time is over.
 */
export type Nuisance = "old payments" | "inventions";

export interface BuyerPlan {
  name: string;
  rail: Rail;
  /** Buyers with one number pay from one wallet. */
  wallet: number;
  startMs: number;
  path: RoutePath;
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
  /** Proves its wallet (SIGN-IN-WITH-X) when it is told that its payment is spent, or has to wait for such a proof. */
  provesWallet: boolean;
  trick: Trick | null;
  trickMs: number;
  /** Reads its answer again so long after it got it; null does not. */
  replayMs: number | null;
  /** Shows its payment so long after it was signed. */
  showAfterMs: number;
  /** How long its authorizations on Base are valid, in seconds; null is as long as the offer says. */
  windowSec: number | null;
  /** How much longer than the first one the second authorization of a nonce is valid, in seconds. */
  twinSec: number;
  /** Buyers with one number come from one address; null from where nobody can tell. */
  home: number | null;
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
  focus: Focus | null;
  seconds: readonly Second[];
  /** Instead of chance, when a run is replayed with some of its faults. */
  faults: readonly FaultAt[] | null;
  /** Chance that a facilitator lies of a settlement, and how. */
  lieRate: number;
  lies: readonly Lie[];
  /** Chance that a facilitator claims a settlement that it never makes. */
  pretenceRate: number;
  /** Which facilitators claim such settlements. */
  pretenders: readonly ("primary" | "fallback")[];
  /** Chance that the primary refuses a good payment, and by which code: for a reason that our node can see, or by law. */
  wrongNo: { rate: number; code: "technical" | "law" } | null;
  /** How many sales may stand unseen, by the one bound or the other, and what may be sold in silence; null for those that the service has by itself. */
  unseen: { sales: number; by: "number" | "value"; usdPerHourInSilence: number } | null;
  /** Chance that Base's last blocks are replaced by others soon after a payment has landed in one of them. */
  reorganisationRate: number;
  /** The service's own token can be paid with. */
  launched: boolean;
  /** The ledger has never been used before; such a one can't be told from one that lost everything. */
  newLedger: boolean;
  /** The buyers' wallets on Base are contracts, which no key signs for. */
  contracts: boolean;
  /** Each route has one thing that can be had once, and every call wants it. */
  scarce: boolean;
  /** When the store loses everything, or its scripts. */
  losses: readonly { atMs: number; what: "everything" | "scripts" }[];
  /** Chance that a handler fails, or takes long. */
  handlerFaultRate: number;
  /** Chance that a node answers as of some blocks ago. */
  lagRate: number;
  /** Chance that a stranger shows a moved payment, rebuilt from what the chain tells, and within how long. */
  strangerRate: number;
  strangerMs: number;
  /**
   * A person returns the money of each sale on Base as soon as it is sold: reserves the refund and then sends it, or sends
   * it without asking; null returns none.
   */
  refunds: "reserved first" | "sent first" | null;
  /** How often the schedule recovers payments; null is each minute, and hardly any more once nobody is to come. */
  recoveryEveryMs: number | null;
  /** One node of each chain lies of most payments, from a moment on: shows nothing of what has landed, or what never has. */
  nodeLies: { node: "first" | "second"; how: "denies" | "invents"; fromMs: number } | null;
  /** What somebody brings in the names of some buyers, for the first minutes; null for nothing. */
  nuisance: Nuisance | null;
  /** How many prices each wallet holds; null for plenty. */
  purse: number | null;
  /** Somebody has used up the newcomers' budget of the network that buyers with a home come from. */
  isBudgetUsedUp: boolean;
  /** Questions about payments that each facilitator answers a minute; null for all. */
  quota: number | null;
  /** Nodes of Solana whose lists of transactions end so many slots before their banks. */
  historyBehind: { nodes: "first" | "both"; slots: number } | null;
  /** How soon an answer must be made for a payer with money who first comes by then (ms from the beginning); null where that is not judged. */
  served: { who: "anybody" | "who has paid"; withinMs: number; untilMs: number } | null;
  /** Transfers of dust that somebody sends to each payer's account on Solana. */
  dust: number;
}

/** Comes from nowhere in particular, at once, with what is valid for as long as the offer says. */
export const PUNCTUAL = { showAfterMs: 0, windowSec: null, twinSec: 40, home: null } as const;

/** Wallets of a crowd begin behind those that everybody has. */
export const FIRST_OF_CROWD = 100;
