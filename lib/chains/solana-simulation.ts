import * as z from "zod";
import type { Fault } from "./diagnosis";
import { RpcError, type RpcClient } from "./json-rpc";
import type { ChainAccount } from "./token-mint";

/** What the chain would make of a transaction, by a node's word. */
export type Simulated =
  | { kind: "passes"; after: readonly (ChainAccount | null)[] }
  /** The chain has processed this message before. */
  | { kind: "already-used" }
  /** `old`: it can't be sent any more, and anybody may have read it on the chain. */
  | { kind: "fails"; reason: Fault; message: string; error: string; old?: true };

const Account = z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal("base64")]) });
const Simulation = z.object({
  value: z.object({ err: z.unknown(), accounts: z.array(Account.nullable()).nullish() }),
});

/** Errors of a transfer whose payer pays the fee too: of the runtime, and of SPL Token by their numbers. */
const KNOWN: readonly (readonly [RegExp, Fault, string])[] = [
  [
    /BlockhashNotFound/,
    "expired",
    "The transaction's blockhash has run out, or is of another network. Sign a fresh transaction.",
  ],
  [
    /AccountNotFound|InsufficientFundsForFee|InsufficientFundsForRent/,
    "insufficient_funds",
    "The paying wallet holds too little SOL for the network's fee. Fund it and sign again.",
  ],
  [
    /"InstructionError":\[\d+,\{"Custom":1\}\]/,
    "insufficient_funds",
    "The paying wallet holds too little {asset}. Fund it and sign again.",
  ],
  [
    /"InstructionError":\[\d+,"(InvalidAccountData|UninitializedAccount|IncorrectProgramId)"\]/,
    "insufficient_funds",
    "The paying wallet has no {asset} account. Fund it with {asset} and sign again.",
  ],
  [
    /"InstructionError":\[\d+,\{"Custom":17\}\]/,
    "payment_rejected",
    "The paying {asset} account is frozen. Pay from another wallet.",
  ],
];

const fails = (error: string, asset: string): Simulated => {
  const known = KNOWN.find(([pattern]) => pattern.test(error));
  const [, reason, message] = known ?? [
    null,
    "payment_rejected" as const,
    "The chain would not process the transaction. Sign a fresh one.",
  ];
  const told = { reason, message: message.replaceAll("{asset}", asset), error };
  return { kind: "fails", ...told, ...(reason === "expired" && { old: true }) };
};

/** Codes by which a node refuses the transaction itself: its form, its signatures. */
const REFUSED = new Set([-32_602, -32_003]);

/**
 * Simulates a fully signed transaction (base64), signatures and all, on the newest state that the node has: the
 * client's own node may be a block ahead of what ours has confirmed. Tells how the watched accounts would be after it.
 * Throws when the node does not answer, or answers something else.
 */
export async function simulateSolana(
  callRpc: RpcClient,
  wire: string,
  { asset, watched = [] }: { asset: string; watched?: readonly string[] },
): Promise<Simulated> {
  const accounts = watched.length === 0 ? {} : { accounts: { encoding: "base64", addresses: watched } };
  const options = { encoding: "base64", sigVerify: true, commitment: "processed", ...accounts };
  try {
    const { value } = Simulation.parse(await callRpc("simulateTransaction", [wire, options]));
    const error = JSON.stringify(value.err ?? null);
    if (error === "null") {
      const after = (value.accounts ?? []).map((one) => one && { owner: one.owner, data: one.data[0] });
      return { kind: "passes", after };
    }
    return error.includes("AlreadyProcessed") ? { kind: "already-used" } : fails(error, asset);
  } catch (error) {
    if (error instanceof RpcError && error.code !== null && REFUSED.has(error.code))
      return fails(error.message, asset);
    throw error;
  }
}
