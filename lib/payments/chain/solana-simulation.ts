import * as z from "zod";
import type { Reason } from "../reasons";
import { RpcError, type Ask } from "./json-rpc";

/** What the chain would make of a transaction, by a node's word. */
export type Simulated =
  | { kind: "passes" }
  /** The chain has processed this message before. */
  | { kind: "already-used" }
  /** `reason` is null when the error is none of those that are known. */
  | { kind: "fails"; reason: Reason | null; error: string };

const Simulation = z.object({ value: z.object({ err: z.unknown() }) });

/** SPL Token's error 1: the source account holds less than the amount. */
const INSUFFICIENT_FUNDS = /"InstructionError":\[\d+,\{"Custom":1\}\]/;
const ACCOUNT_MISSING =
  /"InstructionError":\[\d+,"(InvalidAccountData|UninitializedAccount|IncorrectProgramId)"\]|AccountNotFound/;
/** The fee payer's lamports. */
const NO_FEE = /InsufficientFundsForFee|InsufficientFundsForRent/;

function judge(err: unknown): Simulated {
  const error = JSON.stringify(err) ?? "null";
  if (error === "null") return { kind: "passes" };
  if (error.includes("AlreadyProcessed")) return { kind: "already-used" };
  const fails = (reason: Reason | null): Simulated => ({ kind: "fails", reason, error });
  if (error.includes("BlockhashNotFound")) return fails("expired");
  const poor = [INSUFFICIENT_FUNDS, ACCOUNT_MISSING, NO_FEE].some((pattern) => pattern.test(error));
  return fails(poor ? "insufficient_funds" : null);
}

/** Codes by which a node refuses the transaction itself: its form, its signatures. */
const REFUSED = new Set([-32_602, -32_003]);

export interface SimulationOptions {
  sigVerify: boolean;
  commitment: "processed" | "confirmed";
}

/** Simulates a transaction (base64). Throws when the node does not answer, or answers something else. */
export async function simulateSolana(ask: Ask, wire: string, options: SimulationOptions): Promise<Simulated> {
  try {
    const { value } = Simulation.parse(
      await ask("simulateTransaction", [wire, { encoding: "base64", ...options }]),
    );
    return judge(value.err);
  } catch (error) {
    if (error instanceof RpcError && error.code !== null && REFUSED.has(error.code))
      return { kind: "fails", reason: null, error: error.message };
    throw error;
  }
}
