import { AccountRole, getBase58Decoder, type Address } from "@solana/kit";
import {
  identifyTokenInstruction,
  parseBurnCheckedInstruction,
  parseBurnInstruction,
  parseMintToInstruction,
  parseTransferCheckedInstruction,
  parseTransferInstruction,
  TokenInstruction,
} from "@solana-program/token";
import { isMemoProgram, memoText } from "./memo";
import { SYSTEM_PROGRAM } from "./network";
import { isTokenProgram, uiTokenAmount } from "./tokens";

/** An instruction with its accounts resolved. */
export interface ResolvedInstruction {
  programId: Address;
  accounts: readonly Address[];
  data: Uint8Array;
  /** 1 for the transaction's own, more for those that were called by others. */
  stackHeight: number;
}

interface Described {
  type: string;
  info: Readonly<Record<string, unknown>>;
}

function tokenInstruction({ programId, accounts, data }: ResolvedInstruction): Described | null {
  const instruction = {
    programAddress: programId,
    accounts: accounts.map((address) => ({ address, role: AccountRole.READONLY })),
    data,
  };
  const kind = identifyTokenInstruction(instruction);
  // A fourth or later account beyond these makes the authority a multisig, which is written with its bytes.
  switch (kind) {
    case TokenInstruction.Transfer: {
      const { accounts: a, data: d } = parseTransferInstruction(instruction);
      if (accounts.length > 3) return null;
      const [source, destination, authority] = [a.source, a.destination, a.authority].map((m) => m.address);
      return { type: "transfer", info: { source, destination, authority, amount: String(d.amount) } };
    }
    case TokenInstruction.TransferChecked: {
      const { accounts: a, data: d } = parseTransferCheckedInstruction(instruction);
      if (accounts.length > 4) return null;
      const ends = { source: a.source.address, mint: a.mint.address, destination: a.destination.address };
      const tokenAmount = uiTokenAmount(d.amount, d.decimals);
      return { type: "transferChecked", info: { ...ends, authority: a.authority.address, tokenAmount } };
    }
    case TokenInstruction.MintTo: {
      const { accounts: a, data: d } = parseMintToInstruction(instruction);
      if (accounts.length > 3) return null;
      const ends = { mint: a.mint.address, account: a.token.address, mintAuthority: a.mintAuthority.address };
      return { type: "mintTo", info: { ...ends, amount: String(d.amount) } };
    }
    case TokenInstruction.Burn: {
      const { accounts: a, data: d } = parseBurnInstruction(instruction);
      if (accounts.length > 3) return null;
      const ends = { account: a.account.address, mint: a.mint.address, authority: a.authority.address };
      return { type: "burn", info: { ...ends, amount: String(d.amount) } };
    }
    case TokenInstruction.BurnChecked: {
      const { accounts: a, data: d } = parseBurnCheckedInstruction(instruction);
      if (accounts.length > 3) return null;
      const ends = { account: a.account.address, mint: a.mint.address, authority: a.authority.address };
      return { type: "burnChecked", info: { ...ends, tokenAmount: uiTokenAmount(d.amount, d.decimals) } };
    }
    default:
      return null;
  }
}

/** System program, instruction 2: move lamports. */
function systemTransfer({ accounts, data }: ResolvedInstruction): Described | null {
  const bytes = new DataView(Uint8Array.from(data).buffer);
  if (data.length !== 12 || bytes.getUint32(0, true) !== 2 || accounts.length < 2) return null;
  const [source, destination] = accounts;
  return { type: "transfer", info: { source, destination, lamports: bytes.getBigUint64(4, true) } };
}

function described(instruction: ResolvedInstruction): { program: string; parsed: unknown } | null {
  const { programId, data } = instruction;
  if (isMemoProgram(programId)) return { program: "spl-memo", parsed: memoText(data) ?? "" };
  const attempt = (program: string, read: typeof tokenInstruction) => {
    try {
      const parsed = read(instruction);
      return parsed && { program, parsed };
    } catch {
      return null; // malformed: what failed on the chain is recorded too, and is then written with its bytes
    }
  };
  if (isTokenProgram(programId)) return attempt("spl-token", tokenInstruction);
  return programId === SYSTEM_PROGRAM ? attempt("system", systemTransfer) : null;
}

/** An instruction in `jsonParsed`: token movements, memos and lamport transfers by name, others with their bytes. */
export function parseInstruction(instruction: ResolvedInstruction): unknown {
  const { programId, accounts, data, stackHeight } = instruction;
  const named = described(instruction);
  return named === null
    ? { programId, accounts, data: getBase58Decoder().decode(data), stackHeight }
    : { ...named, programId, stackHeight };
}
