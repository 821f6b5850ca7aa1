import type { Randomness } from "@/sandbox/upstream/market/random";
import type { Judge, CallResult } from "./judge";
import type { Kernel } from "./kernel";
import type { Payment, PayingWorld, Wallet } from "./payments";

export interface Answered {
  status: number;
  body: string;
  /** In seconds. */
  retryAfter: number | null;
}

export interface Call {
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** The client ends its connection after so long. */
  hangUpMs?: number;
  /** Whose payment it brings; null for a call without one. */
  about: { payment: Payment; by: CallResult["by"] } | null;
}

/** What a buyer sees of its world. */
export interface BuyersWorld {
  readonly kernel: Kernel;
  readonly random: Randomness;
  readonly judge: Judge;
  readonly paying: PayingWorld;
  /** Of the service. */
  readonly origin: string;
  call(call: Call): Promise<Answered | "cut">;
  /** Whether the service had a payment sent, and still knows of it. */
  hasMoved(payment: Payment): boolean;
  /** Takes all money out of a wallet; the returned function puts it back. */
  drain(wallet: Wallet): () => void;
  /** A wallet of the crowd hands its money on to the next; the last one's goes round to the first. */
  rollOn(index: number): void;
}
