import { getAddress, isAddress } from "viem/utils";
import { isAddress as isSolanaAddress } from "@solana/kit";
import { invalidRequest } from "@/lib/http/body";
import type { Issue } from "@/lib/http/issue-words";
import { sha256HexSync } from "@/lib/http/digest";

/** Public addresses of an agent, each in its one spelling: base58, and EIP-55 checksummed. At least one is there. */
export interface AddressPair {
  solAddress?: string;
  evmAddress?: string;
}

interface Asked {
  solAddress?: string | undefined;
  evmAddress?: string | undefined;
}

/** Addresses that no key can sign for. */
const NOBODY = new Set(["1".repeat(32), `0x${"0".repeat(40)}`]);

function problemOfSolana(text: string): string | null {
  if (!isSolanaAddress(text)) return "is no Solana address: the base58 of 32 bytes is wanted";
  return NOBODY.has(text) ? "is the system program's address, which is nobody's wallet" : null;
}

function problemOfEvm(text: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return "is no EVM address: 0x and 40 hexadecimal digits are wanted";
  if (!isOneCase(text) && !isAddress(text, { strict: true }))
    return "fails its checksum (EIP-55): a digit or a capital is wrong; all in lower case is taken too";
  return NOBODY.has(text) ? "is the zero address, which is nobody's wallet" : null;
}

const isOneCase = (text: string): boolean => /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/.test(text);

/** Reads an agent's addresses. Throws ApiError 400 that names each wrong one and says what is wrong with it. */
export function readPair({ solAddress, evmAddress }: Asked): AddressPair {
  const issues: Issue[] = [];
  const check = (path: string, problem: string | null): void => {
    if (problem !== null) issues.push({ path, message: problem });
  };
  if (solAddress !== undefined) check("solAddress", problemOfSolana(solAddress));
  if (evmAddress !== undefined) check("evmAddress", problemOfEvm(evmAddress));
  if (solAddress === undefined && evmAddress === undefined)
    issues.push({
      path: "",
      message: "Send `solAddress`, `evmAddress` or both: an agent is known by its wallets.",
    });
  if (issues.length > 0) throw invalidRequest(issues);
  return {
    ...(solAddress !== undefined && { solAddress }),
    ...(evmAddress !== undefined && { evmAddress: getAddress(evmAddress.toLowerCase()) }),
  };
}

/**
 * The id of a pair, which anybody can compute: `agt_` and the first 32 hex digits of SHA-256 over three lines, `svc-agent/1`,
 * the Solana address and the EVM address in lower case; the line of one that is left out is empty.
 */
export function agentIdOf({ solAddress = "", evmAddress = "" }: AddressPair): string {
  const digest = sha256HexSync(`svc-agent/1\n${solAddress}\n${evmAddress.toLowerCase()}`);
  return `agt_${digest.slice(0, 32)}`;
}
