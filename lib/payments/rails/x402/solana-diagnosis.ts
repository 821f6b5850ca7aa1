import type { PaymentPayload } from "@x402/core/types";
import * as z from "zod";
import type { Cause } from "@/lib/chains/cause";
import type { RpcClient } from "@/lib/chains/json-rpc";
import { diagnoseTransfer, explainTransfer } from "@/lib/chains/solana-diagnosis";
import { readTransaction } from "@/lib/chains/solana-transaction";
import type { Diagnosis } from "@/lib/payments/facilitators/diagnose-refusal";
import type { Objection } from "@/lib/payments/outcome/reasons";
import { refusing } from "../refusing";
import { readTransfer } from "../solana-transfer";

/** A Solana payment; its form was checked when it was read. */
const Signed = z.object({ transaction: z.string() });

/** What facilitators pay for at most (the official packages' limit): 5 lamports a compute unit. */
const MAX_MICRO_LAMPORTS = 5_000_000n;
const USDC_DECIMALS = 6;
/** Where in its instruction the compute unit price (u64) and the transfer's decimals (u8) stand. */
const PRICE_AT = 1;
const DECIMALS_AT = 9;

/** Defects that the transaction shows by itself. */
function readClosely(transaction: string): Objection | null {
  const [, price, transfer] = refusing(() => readTransaction(transaction)).instructions;
  const data = price?.data ?? new Uint8Array();
  if (
    data.length >= PRICE_AT + 8 &&
    new DataView(data.buffer, data.byteOffset).getBigUint64(PRICE_AT, true) > MAX_MICRO_LAMPORTS
  )
    return {
      reason: "unsupported_payment",
      message: "The compute unit price is above 5 lamports, which no facilitator pays. Sign a lower one.",
    };
  if (transfer?.data[DECIMALS_AT] !== USDC_DECIMALS)
    return {
      reason: "unsupported_payment",
      message: `The transfer does not name USDC's decimals, which are ${USDC_DECIMALS}. Sign it with those.`,
    };
  return null;
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
  if (shown !== null) return { kind: "refused", ...shown };
  return callRpc === null ? null : diagnoseTransfer(callRpc, transaction, transfer);
}

/** Why a Solana payment was not settled, by its simulation. Throws when the node can't be asked. */
export async function explainSolana(callRpc: RpcClient, { payload }: PaymentPayload): Promise<Cause> {
  const { transaction } = Signed.parse(payload);
  return explainTransfer(callRpc, transaction, readTransfer(transaction));
}
