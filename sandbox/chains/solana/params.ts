import { isAddress, type Address } from "@solana/kit";
import { isRecord } from "@/lib/is-record";
import type { ChainClock, Commitment } from "./clock";
import { invalidParams, RPC_CODES, RpcError } from "./rpc-error";

/** A JSON-RPC method: parameters as they came, result as it is written. Throws RpcError. */
export type Method = (params: readonly unknown[]) => unknown;
export type Methods = Readonly<Record<string, Method>>;

export type Config = Readonly<Record<string, unknown>>;

export function stringParam(value: unknown, what: string): string {
  if (typeof value !== "string") throw invalidParams(`Invalid params: ${what} must be a string`);
  return value;
}

export function addressParam(value: unknown): Address {
  const text = stringParam(value, "address").slice(0, 64);
  if (!isAddress(text)) throw invalidParams("Invalid param: Invalid");
  return text;
}

export function integerParam(value: unknown, what: string, min: number, max: number): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < min || value > max) {
    throw invalidParams(`Invalid params: ${what} must be a whole number from ${min} to ${max}`);
  }
  return value;
}

export function listParam(value: unknown, what: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidParams(`Invalid params: ${what} must be an array`);
  if (value.length > max) throw invalidParams(`Too many inputs provided; max ${max}`);
  return value;
}

/** Clients write an absent option as null too. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The last parameter of most methods: an object, or absent. */
export function configParam(value: unknown): Config {
  if (!isGiven(value)) return {};
  if (!isRecord(value)) throw invalidParams("Invalid params: the configuration must be an object");
  return value;
}

/** The RPC's own default is `finalized`; clients ask for `confirmed` mostly. */
export function commitmentOf(config: Config, member = "commitment"): Commitment {
  const value = config[member] ?? "finalized";
  if (value === "processed" || value === "confirmed" || value === "finalized") return value;
  throw invalidParams("Invalid params: commitment must be processed, confirmed or finalized");
}

/** Of methods that look back, which the RPC does not answer for what is merely processed. */
export function historyCommitmentOf(config: Config): Exclude<Commitment, "processed"> {
  const commitment = commitmentOf(config);
  if (commitment === "processed") throw invalidParams("Method does not support commitment below `confirmed`");
  return commitment;
}

/** A node that has not come as far as the caller demands says so instead of answering. */
export function demandSlot(clock: ChainClock, config: Config, commitment: Commitment): void {
  const { minContextSlot } = config;
  if (!isGiven(minContextSlot)) return;
  const slot = integerParam(minContextSlot, "minContextSlot", 0, Number.MAX_SAFE_INTEGER);
  const contextSlot = clock.slot(commitment);
  if (contextSlot < BigInt(slot))
    throw new RpcError(RPC_CODES.minContextSlot, "Minimum context slot has not been reached", {
      contextSlot,
    });
}

export function oneOf<const V extends string>(value: unknown, allowed: readonly V[], what: string): V {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw invalidParams(`Invalid params: ${what} must be one of ${allowed.join(", ")}`);
  return found;
}
