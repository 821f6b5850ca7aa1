import * as z from "zod";
import { base64ToBytes } from "@/lib/http/base64";
import type { Cause } from "./cause";
import type { Diagnosis, Fault } from "./diagnosis";
import type { RpcClient } from "./json-rpc";

/** A signed transfer: its token accounts, and what it moves (base units). */
interface Transfer {
  source: string;
  destination: string;
  amount: bigint;
}

const refused = (reason: Fault, message: string): Diagnosis => ({ kind: "refused", reason, message });

const RUN_OUT: Diagnosis = {
  ...{ kind: "refused", reason: "expired" },
  message: "The transaction's blockhash has run out. Sign a fresh transaction.",
  old: true,
};

const Simulation = z.object({ value: z.object({ err: z.unknown() }) });
const Accounts = z.object({
  value: z.tuple([
    z.object({ data: z.tuple([z.string(), z.literal("base64")]) }).nullable(),
    z.object({ data: z.tuple([z.string(), z.literal("base64")]) }).nullable(),
  ]),
});

/** SPL Token's account: mint and owner (32 bytes each), amount (u64), a delegate, then its state. */
const AMOUNT_AT = 64;
const STATE_AT = 108;
const ACCOUNT_BYTES = 165;
const FROZEN = 2;

/** What keeps the source account from paying. */
function judgeSource(data: string | undefined, transfer: Transfer): Diagnosis | null {
  const bytes = base64ToBytes(data ?? "");
  if (bytes.length < ACCOUNT_BYTES)
    return refused(
      "insufficient_funds",
      "The paying wallet has no USDC account. Fund it with USDC and sign again.",
    );
  const amount = new DataView(bytes.buffer).getBigUint64(AMOUNT_AT, true);
  if (amount < transfer.amount)
    return refused(
      "insufficient_funds",
      `The paying account holds too little USDC: ${amount} base units of ${transfer.amount}. Fund it and sign again.`,
    );
  if (bytes[STATE_AT] === FROZEN)
    return refused("payment_rejected", "The paying USDC account is frozen. Pay from another wallet.");
  return null;
}

/** What our node shows of a Solana payment: what its simulation comes to, and both its token accounts. */
async function look(callRpc: RpcClient, transaction: string, transfer: Transfer) {
  const options = { encoding: "base64", commitment: "confirmed" };
  const [simulation, accounts] = await Promise.all([
    callRpc("simulateTransaction", [transaction, { ...options, sigVerify: false }]),
    callRpc("getMultipleAccounts", [[transfer.source, transfer.destination], options]),
  ]);
  const [source, destination] = Accounts.parse(accounts).value;
  const error = JSON.stringify(Simulation.parse(simulation).value.err) ?? "null";
  return { error, source: source?.data[0], hasDestination: destination !== null };
}

/** What keeps a transfer from going through, by what was seen of it. */
function judgeState(
  transfer: Transfer,
  { error, source, hasDestination }: Awaited<ReturnType<typeof look>>,
): Diagnosis | null {
  if (error.includes("AlreadyProcessed")) return { kind: "already-used" };
  if (error.includes("BlockhashNotFound")) return RUN_OUT;
  const poor = judgeSource(source, transfer);
  if (poor !== null) return poor;
  if (!hasDestination) return { kind: "unavailable", why: "the seller's USDC account does not exist" };
  if (/"(AccountNotFound|InsufficientFundsForFee)"/.test(error))
    return { kind: "unavailable", why: "the facilitator's fee payer holds too little SOL" };
  // Whatever else the runtime objects to, the payer has signed it.
  return error === "null" ? null : { kind: "fails" };
}

/**
 * What our node finds of a signed transfer (base64): a simulation, and its two token accounts. Throws when the node can't be
 * asked.
 */
export async function diagnoseTransfer(
  callRpc: RpcClient,
  transaction: string,
  transfer: Transfer,
): Promise<Diagnosis> {
  return judgeState(transfer, await look(callRpc, transaction, transfer)) ?? { kind: "executes" };
}

/** Why a signed transfer (base64) did not land, by its simulation. Throws when the node can't be asked. */
export async function explainTransfer(
  callRpc: RpcClient,
  transaction: string,
  transfer: Transfer,
): Promise<Cause> {
  const diagnosis = await diagnoseTransfer(callRpc, transaction, transfer);
  switch (diagnosis.kind) {
    case "already-used":
      return "used";
    case "refused":
      return diagnosis.old === true ? "late" : "payer";
    case "fails":
      return "payer";
    case "executes":
    case "unavailable":
      return "unused";
  }
}
