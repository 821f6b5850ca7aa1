import type { Attempt } from "./client";
import type { FaultName, Step } from "./fault";
import type { Kind } from "./message";
import type { Network } from "./network";
import type { Rail } from "./rail";
import type { Slot } from "./slot";
import type { Signed, Wallet } from "./wallet";

/** What a case may do with the world while its call goes on. */
export interface Scene {
  slot: Slot;
  network: Network;
  rail: Rail;
  payer: Wallet;
  /** Throws while nothing is signed. */
  payment(): Signed;
  /** The client's, which the limiter counts its calls by. */
  address: string;
  /** Ends the client's try under way, as a client that hangs up does. */
  hangUp(): void;
  /** Resolves when the service has ended its work on every try so far. */
  callEnded(): Promise<void>;
}

/** What happens in a case besides the client's tries. */
export interface Plan {
  steps: readonly Step[];
  /** Incidents that wait together with the case's own faults, after those. */
  lastly?: Step;
  /** Before the first try. */
  first?(): Promise<void>;
  /** After each try. */
  between?(attempts: readonly Attempt[]): Promise<void>;
  /** Before the scheduled call comes to a payment that was abandoned. */
  beforeRecovery?(): Promise<void>;
  /** After the client's tries: what comes to light of a sale later. */
  afterwards?(later: Later): Promise<void>;
  /** What the payer's wallet paid elsewhere meanwhile, in base units. */
  spentElsewhere?(): bigint;
}

/** What happens to a sale after its client has gone. */
export interface Later {
  /** The scheduled recovery, when every sale is due for a look and older than a minute. */
  recover(): Promise<void>;
  /** What is held of the one sale's money by now. */
  trust(): Promise<string | null>;
}

export type Ending =
  /** Charged once, and answered. */
  | "served"
  /** Not charged, with a final refusal: a 402. */
  | "refused"
  /** Not charged, and refused with Retry-After until the client gives up. */
  | "unavailable"
  /** Answered for a settlement that never was, which is known and proved in the end. */
  | "unbacked"
  /** Charged, and refused as spent: the ledger forgot it, and nothing proves its buyer. */
  | "spent";

/** What a client that has its answer may leave behind in the ledger, for something else to end it. */
export type Leftover =
  | "nothing"
  /** A payment in the index of open ones: the scheduled recovery closes it. */
  | "an open payment"
  /** A claim: it runs out by itself. */
  | "a claim";

/** Each message that is struck, by its fault. */
export type Strikes = Readonly<Partial<Record<Kind, FaultName>>>;

/** Strikes as a list; nothing but what the type says is ever in one. */
export const entriesOf = (strikes: Strikes) => Object.entries(strikes) as [Kind, FaultName][];

/** One paid call, and what goes wrong in it. */
export interface Case {
  rail: Rail;
  /** What happens before, or beside, a fault at one message. */
  scenario: string;
  /** The messages that are struck, with their faults; empty where the scenario is all that happens. */
  strikes: Strikes;
  expected: Ending;
  leaves: Leftover;
  /** Chains of its own, whose time it may move. */
  ownNetwork: boolean;
  /** The call is served by an instance that was just started. */
  fresh: boolean;
  /** Incidents wait from the challenge on, not only from the call. */
  fromChallenge: boolean;
  /** The client goes away after its first try, and comes back after the scheduled recovery. */
  abandoned: boolean;
  /** A dead instance's lease has run out when the client comes back, so that its next try is the one that takes over. */
  leaseRunsOut: boolean;
  /** The payer is a contract: only the verification can tell that it signed. */
  contractPayer: boolean;
  /** After how many tries the client gives up. */
  tries?: number;
  /** The client proves its wallet (SIGN-IN-WITH-X) once it is told that the payment is spent. */
  provesWallet: boolean;
  /** Its service has second nodes, and what becomes of its money later is looked at. */
  watched: boolean;
  /** What is held of its money in the end. */
  trust: "confirmed" | "unbacked" | "disputed";
  /** The money comes by another transaction than the first receipt names. */
  movesAnew: boolean;
  /** Whether the answer can be read again. */
  replayable: boolean;
  plan(scene: Scene): Plan;
}

/** Its faults at messages, each in words. */
export const strikesOf = ({ strikes }: Pick<Case, "strikes">): string[] =>
  entriesOf(strikes).map(([at, fault]) => `${at} ${fault}`);

/** Names a case, the same in every run. */
export const titleOf = (one: Pick<Case, "rail" | "scenario" | "strikes">): string =>
  [one.rail, one.scenario, ...strikesOf(one)].join(", ");
