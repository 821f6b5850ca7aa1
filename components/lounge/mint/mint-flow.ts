import type { TransactionModifyingSigner } from "@solana/kit";
import { chainOf } from "@/lib/buying/chains";
import { unlessLeft } from "@/lib/buying/leave";
import { connectAccount } from "@/lib/buying/solana-account";
import type { StandardWallet } from "@/lib/buying/standard-wallet";
import type { KeyValue } from "@/lib/buying/storage";
import { costOf, lookAtMint, sendMint, signMint, stateOf } from "@/lib/lounge/mint/make-mint";
import { type MintTerms, termsFields } from "@/lib/lounge/mint/terms";
import type { RpcClient } from "@/lib/chains/json-rpc";
import { forgetSignatures, keepSignature, keptSignatures } from "./kept-signatures";
import { FAILED, MADE_ELSEWHERE, notRecorded, notTheCreator, STILL_OPEN } from "./words";

/** A signal that its creator may mint. */
export interface Mintable {
  signalId: string;
  creator: string;
  certificateHash: string;
  at: { network: string; address: string; name: string; symbol: string; uri: string };
}

/** What minting needs beside the signal. */
export interface MintTools {
  ask: RpcClient;
  storage: KeyValue;
  /** Has a mint recorded by a transaction; gives what keeps it from that, null for nothing. */
  record: (mint: { signalId: string; mint: string; signature: string }) => Promise<string | null>;
  pause: (ms: number) => Promise<void>;
}

const POLL_MS = 2_000;
/** Solana makes a transaction final within some 15 s, or not for a while. */
const LOOKS = 40;

const termsOf = ({ at: { name, symbol, uri }, certificateHash }: Mintable): MintTerms => ({
  ...{ name, symbol, uri },
  fields: termsFields(certificateHash),
});

/**
 * Asks a wallet for the creator's account, until its person has left. Throws Halted for another's, Stopped, and what the
 * wallet throws.
 */
export async function connectCreator(
  wallet: StandardWallet,
  { creator, at: { network } }: Mintable,
  left: AbortSignal,
): Promise<TransactionModifyingSigner> {
  const chain = { id: network, name: chainOf(network)?.name ?? "this chain" };
  const signer = await unlessLeft(left, () => connectAccount(wallet, chain));
  if (signer.address !== creator) throw notTheCreator(signer.address, creator);
  return signer;
}

/** A signer for which its person may stop waiting: what it signs later is not sent. */
export const leavableSigner = (
  signer: TransactionModifyingSigner,
  left: AbortSignal,
): TransactionModifyingSigner => ({
  ...signer,
  modifyAndSignTransactions: (...asked) => unlessLeft(left, () => signer.modifyAndSignTransactions(...asked)),
});

/** What stands at the mint's address, and what making it takes from the wallet, in lamports. */
export async function beforeMinting({ ask }: MintTools, signal: Mintable) {
  const { isMinted } = await lookAtMint(ask, signal.at.address);
  return { isMinted, cost: isMinted ? 0n : await costOf(ask, signal.at.address, termsOf(signal)) };
}

/** Has it recorded by the first of these transactions that made it. Throws Halted. */
export async function recordBy(
  { record, storage }: MintTools,
  signal: Mintable,
  signatures: readonly string[],
): Promise<void> {
  let why: string | null = null;
  for (const signature of signatures) {
    why = await record({ signalId: signal.signalId, mint: signal.at.address, signature });
    if (why === null) return forgetSignatures(storage, signal.signalId);
  }
  throw why === null ? MADE_ELSEWHERE : notRecorded(why);
}

async function untilFinal({ ask, pause }: MintTools, signature: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const state = await stateOf(ask, signature);
    if (state === "final") return;
    if (state === "failed") throw FAILED;
    await pause(POLL_MS);
  }
  throw STILL_OPEN;
}

export type MintStep = "signing" | "sending" | "waiting" | "recording";

/**
 * Mints a signal's certificate by one signature of its creator, and has it recorded; where an earlier attempt made it
 * already, it is only recorded. Throws Halted, ChainRefused, and what the wallet throws.
 */
export async function mintSignal(
  tools: MintTools,
  signal: Mintable,
  signer: TransactionModifyingSigner,
  report: (step: MintStep) => void,
): Promise<void> {
  const { signalId, at } = signal;
  if (!(await lookAtMint(tools.ask, at.address)).isMinted) {
    report("signing");
    const made = await signMint(tools.ask, { creator: signer, signalId, terms: termsOf(signal) });
    keepSignature(tools.storage, signalId, made.signature);
    report("sending");
    await sendMint(tools.ask, made);
    report("waiting");
    await untilFinal(tools, made.signature);
  }
  report("recording");
  await recordBy(tools, signal, keptSignatures(tools.storage, signalId));
}
