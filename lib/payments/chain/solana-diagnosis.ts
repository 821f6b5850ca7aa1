import type { PaymentPayload } from "@x402/core/types";
import * as z from "zod";
import { base64ToBytes } from "@/lib/http/base64";
import type { Reason } from "../outcome/reasons";
import type { Cause } from "./cause";
import type { Diagnosis } from "./diagnosis";
import type { RpcClient } from "./json-rpc";
import { readTransaction } from "./solana-transaction";
import { readTransfer, type SolanaTransfer } from "./solana-transfer";

/** A Solana payment; its form was checked when it was read. */
const Signed = z.object({ transaction: z.string() });

const refused = (reason: Reason, message: string): Diagnosis => ({ kind: "refused", reason, message });

const RUN_OUT: Diagnosis = {
  ...{ kind: "refused", reason: "expired" },
  message: "The transaction's blockhash has run out. Sign a fresh transaction.",
  old: true,
};

/** What facilitators pay for at most (the official packages' limit): 5 lamports a compute unit. */
const MAX_MICRO_LAMPORTS = 5_000_000n;
const USDC_DECIMALS = 6;
/** Where in its instruction the compute unit price (u64) and the transfer's decimals (u8) stand. */
const PRICE_AT = 1;
const DECIMALS_AT = 9;

/** Defects that the transaction shows by itself. */
function readClosely(transaction: string): Diagnosis | null {
  const [, price, transfer] = readTransaction(transaction).instructions;
  const data = price?.data ?? new Uint8Array();
  if (
    data.length >= PRICE_AT + 8 &&
    new DataView(data.buffer, data.byteOffset).getBigUint64(PRICE_AT, true) > MAX_MICRO_LAMPORTS
  )
    return refused(
      "unsupported_payment",
      "The compute unit price is above 5 lamports, which no facilitator pays. Sign a lower one.",
    );
  if (transfer?.data[DECIMALS_AT] !== USDC_DECIMALS)
    return refused(
      "unsupported_payment",
      `The transfer does not name USDC's decimals, which are ${USDC_DECIMALS}. Sign it with those.`,
    );
  return null;
}

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
function judgeSource(data: string | undefined, transfer: SolanaTransfer): Diagnosis | null {
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
async function look(callRpc: RpcClient, transaction: string, transfer: SolanaTransfer) {
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
  transfer: SolanaTransfer,
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
 * Why a facilitator may have refused a Solana payment: by the transaction itself, then by a simulation and the two
 * token accounts on our own node, if there is one to ask; or that nothing is wrong with it. Null without a node.
 * Throws when the node can't be asked.
 */
export async function diagnoseSolana(
  callRpc: RpcClient | null,
  { payload }: PaymentPayload,
): Promise<Diagnosis | null> {
  const { transaction } = Signed.parse(payload);
  const transfer = readTransfer(transaction);
  const shown = readClosely(transaction);
  if (shown !== null || callRpc === null) return shown;
  return judgeState(transfer, await look(callRpc, transaction, transfer)) ?? { kind: "executes" };
}

/**
 * Why a Solana payment was not settled, by its simulation. Throws when the node can't be asked.
 */
export async function explainSolana(callRpc: RpcClient, { payload }: PaymentPayload): Promise<Cause> {
  const { transaction } = Signed.parse(payload);
  const transfer = readTransfer(transaction);
  const state = await look(callRpc, transaction, transfer);
  const diagnosis = judgeState(transfer, state);
  switch (diagnosis?.kind) {
    case "already-used":
      return "used";
    case "refused":
      return diagnosis.old === true ? "late" : "payer";
    case "fails":
      return "payer";
    case "executes":
    case "unavailable":
    case undefined:
      return "unused";
  }
}
