import * as z from "zod";
import type { Reason } from "../reasons";
import { rpc } from "./json-rpc";

const Simulation = z.object({ value: z.object({ err: z.unknown() }) });

/** SPL Token's error 1: the source account holds less than the amount. */
const INSUFFICIENT_FUNDS = /"InstructionError":\[\d+,\{"Custom":1\}\]/;
const ACCOUNT_MISSING =
  /"InstructionError":\[\d+,"(InvalidAccountData|UninitializedAccount|IncorrectProgramId)"\]|AccountNotFound/;

/**
 * Facilitators answer one code for several defects of a Solana payment; a simulation on our own node tells them
 * apart. `already-used` when the chain has the transaction, null when the node can't tell.
 */
export async function diagnoseSolana(
  url: string,
  wireBase64: string,
): Promise<Reason | "already-used" | null> {
  const options = { encoding: "base64", sigVerify: false, commitment: "confirmed" };
  const { value } = Simulation.parse(await rpc(url, "simulateTransaction", [wireBase64, options]));
  const error = JSON.stringify(value.err) ?? "null";
  if (error.includes("AlreadyProcessed")) return "already-used";
  if (error.includes("BlockhashNotFound")) return "expired";
  if (INSUFFICIENT_FUNDS.test(error) || ACCOUNT_MISSING.test(error)) return "insufficient_funds";
  return null;
}
