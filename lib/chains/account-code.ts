import * as z from "zod";
import { now } from "@/lib/time";
import type { RpcClient } from "./json-rpc";

/** An account that has no code may be given some by its next transaction; one that has it keeps it, or nearly so. */
const WITHOUT_CODE_MS = 60_000;
const WITH_CODE_MS = 60 * 60_000;
const MAX_REMEMBERED = 1_000;

const remembered = new Map<string, { hasCode: boolean; until: number }>();

/**
 * Whether an account of an EVM chain has code, so that it can accept signatures that no key made: a contract, or an
 * account that delegated itself to one (EIP-7702). Remembered for a while. Throws when the node can't be asked.
 */
export async function hasCode(callRpc: RpcClient, address: string): Promise<boolean> {
  const known = remembered.get(address);
  if (known !== undefined && known.until > now()) return known.hasCode;
  const code = z.string().parse(await callRpc("eth_getCode", [address, "latest"]));
  const found = /^0x[0-9a-f]+$/i.test(code);
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size >= MAX_REMEMBERED) remembered.delete(oldest);
  remembered.set(address, { hasCode: found, until: now() + (found ? WITH_CODE_MS : WITHOUT_CODE_MS) });
  return found;
}
