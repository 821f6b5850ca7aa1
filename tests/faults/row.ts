import type { Attempt } from "./client";
import type { Incident } from "./fault";
import type { Place } from "./place";
import type { Purse, Rail, Signed } from "./rail";
import type { Slot } from "./slot";

/** What a row may do with the world while its call goes on. */
export interface Scene {
  slot: Slot;
  place: Place;
  rail: Rail;
  payer: Purse;
  payment: Signed;
  /** Ends the client's try under way, as a client that hangs up does. */
  hangUp(): void;
}

/** What happens in a row besides the client's tries. */
export interface Plan {
  incidents: readonly Incident[];
  /** Before the first try. */
  first?(): Promise<void>;
  /** After each try. */
  between?(attempts: readonly Attempt[]): Promise<void>;
  /** Before the scheduled call comes to a payment that was abandoned. */
  beforeClose?(): Promise<void>;
  /** What the payer's wallet paid elsewhere meanwhile, in base units. */
  spentElsewhere?(): bigint;
}

export type Ending =
  /** Charged once, and answered. */
  | "served"
  /** Not charged, and told so finally: a 402. */
  | "refused"
  /** Not charged, and told to come back later until the client gives up. */
  | "unavailable"
  /** Charged, and told that the payment is spent: the ledger forgot it, and nothing proves its buyer. */
  | "spent";

/** One line of the matrix: a call, and what goes wrong in it. */
export interface Row {
  rail: Rail;
  /** What happens before, or instead of, a fault at one message. */
  course: string;
  /** The message that it strikes, or empty. */
  at: string;
  fault: string;
  expected: Ending;
  /** Chains of its own, whose time it may move. */
  ownChains: boolean;
  /** The row's call is served by an instance that was just started. */
  fresh: boolean;
  /** The client goes away after its first try, and comes back when the scheduled call has closed the books. */
  abandoned: boolean;
  /** When the client comes back after a cut connection, in milliseconds; the default is at once. */
  afterCutMs?: number;
  /** How long the client goes on, in milliseconds. */
  deadlineMs?: number;
  /** The client proves its wallet (SIGN-IN-WITH-X) once it is told that the payment is spent. */
  provesWallet?: boolean;
  /** Whether the answer can be read again; the default is that it can. */
  replayable?: boolean;
  plan(scene: Scene): Plan;
}

/** Names a row, the same in every run. */
export const titleOf = ({ rail, course, at, fault }: Omit<Row, "plan">): string =>
  [rail, course, at, fault].filter((part) => part !== "").join(", ");
