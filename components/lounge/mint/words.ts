import { type Stopped, wordsOf } from "@/lib/buying/problem";
import { walletProblem } from "@/lib/buying/wallet-error";
import { ChainRefused } from "./ask-chain";

/** Why a mint stands still, and what to do. */
export interface Halt {
  title: string;
  text: string;
  /** Whether the reader may name the transaction that made the mint. */
  asksSignature?: boolean;
}

/** Ends a step of minting with its reason. */
export class Halted extends Error {
  override name = "Halted";
  constructor(readonly halt: Halt) {
    super(halt.title);
  }
}

const LAMPORTS_PER_SOL = 1_000_000_000;
/** "0.0041 SOL", rounded up: who holds so much holds enough. */
export const solInWords = (lamports: bigint): string =>
  `${(Math.ceil((Number(lamports) / LAMPORTS_PER_SOL) * 10_000) / 10_000).toFixed(4)} SOL`;

export const notTheCreator = (wallet: string, creator: string): Halted =>
  new Halted({
    title: "Another wallet than the creator's",
    text: `The wallet shared the account ${wallet}. This signal can be minted by its creator alone, ${creator}: choose that account in the wallet, or another wallet.`,
  });

export const STILL_OPEN = new Halted({
  title: "Not final yet",
  text: "The transaction was sent, and the chain has not made it final. It is kept in this browser: look again in a minute. A second mint is never made.",
});

export const FAILED = new Halted({
  title: "The chain refused it",
  text: "The transaction was taken into a block and failed, so that nothing was minted; its fee of 0.000005 SOL is gone. Try again.",
});

export const MADE_ELSEWHERE = new Halted({
  title: "It is minted already",
  text: "Its mint stands on the chain, and this browser does not know the transaction that made it. Name it here, as the wallet that signed it lists it, and it is recorded.",
  asksSignature: true,
});

export const notRecorded = (why: string): Halted =>
  new Halted({ title: "Not recorded", text: why, asksSignature: true });

/** A wallet's problem, in words about a signature and not about a payment. */
function walletWords({ problem }: Stopped): Halt {
  if (problem.kind === "rejected")
    return { title: "Declined in the wallet", text: "You declined the signature. Nothing was sent." };
  if (problem.kind === "network_missing")
    return {
      title: `The wallet has no ${problem.wanted}`,
      text: `The certificate is minted on ${problem.wanted}, which the wallet does not offer this site. Change its network in its own settings, or choose another wallet.`,
    };
  if (problem.kind === "no_account")
    return {
      title: "No account was shared",
      text: "The wallet shared no account with this site. Unlock it and allow this site.",
    };
  const { title, text } = wordsOf(problem);
  return { title, text };
}

/** Anything that ends a step, in words. `cost`: what minting takes, in lamports. */
export function haltOf(error: unknown, cost: bigint | null): Halt {
  if (error instanceof Halted) return error.halt;
  if (!(error instanceof ChainRefused)) return walletWords(walletProblem(error));
  if (!error.wouldFail) return { title: "It could not be sent", text: error.message };
  const needs = cost === null ? "" : ` Most often the wallet holds too little: it needs ${solInWords(cost)}.`;
  return { title: "Nothing was sent", text: `${error.message}${needs}` };
}
