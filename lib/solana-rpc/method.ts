import * as z from "zod";
import type { RpcClient } from "@/lib/chains/json-rpc";
import { RpcRefusal } from "./refusal";

/**
 * One method of the closed list: it takes the caller's `params`, unchecked, and asks the node whatever it decides to.
 * Nothing of a caller's reaches the node that the method has not read itself. Throws RpcRefusal.
 */
export type RpcMethod = (params: readonly unknown[], ask: RpcClient) => Promise<unknown>;

export const commitment = z.enum(["processed", "confirmed", "finalized"]);

/** 32 bytes in base58. */
export const addressForm = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);

/** A transaction's first signature, by which it is named: 64 bytes in base58. */
export const transactionForm = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);

/** Reads `params` by a method's schema. Throws RpcRefusal for what the method does not take. */
export function readParams<S extends z.ZodType>(schema: S, params: readonly unknown[]): z.output<S> {
  const read = schema.safeParse(params);
  if (read.success) return read.data;
  throw new RpcRefusal("invalid_params", "The method does not take these `params` here.");
}
