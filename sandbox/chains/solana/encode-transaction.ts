import { getBase58Decoder } from "@solana/kit";
import type { Landed } from "./ledger";
import { parseInstruction, type ResolvedInstruction } from "./parse-instruction";
import type { Message } from "./transaction";
import type { TransactionAccount } from "./transaction-accounts";
import type { InnerInstruction } from "./vm";

export const TRANSACTION_ENCODINGS = ["json", "jsonParsed", "base58", "base64"] as const;
export type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number];

const base58 = (bytes: Parameters<ReturnType<typeof getBase58Decoder>["decode"]>[0]): string =>
  getBase58Decoder().decode(bytes);

/** The transaction's own instructions, in the form of those that they called. */
const outerInstructions = ({ instructions }: Message): InnerInstruction[] =>
  instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
    programIdIndex: programAddressIndex,
    accounts: accountIndices,
    data: Uint8Array.from(data),
    stackHeight: 1,
  }));

function resolve(
  instruction: InnerInstruction,
  accounts: readonly TransactionAccount[],
): ResolvedInstruction | null {
  const at = (index: number) => accounts[index]?.address;
  const programId = at(instruction.programIdIndex);
  const named = instruction.accounts.map(at).filter((address) => address !== undefined);
  if (programId === undefined || named.length !== instruction.accounts.length) return null;
  return { programId, accounts: named, data: instruction.data, stackHeight: instruction.stackHeight };
}

const writer =
  (accounts: readonly TransactionAccount[], parsed: boolean) => (instruction: InnerInstruction) => {
    const resolved = parsed ? resolve(instruction, accounts) : null;
    if (resolved !== null) return parseInstruction(resolved);
    return { ...instruction, data: base58(instruction.data) };
  };

/** Inner instructions by index (`json`) or resolved and named (`jsonParsed`). */
export function encodeInner(
  inner: Landed["execution"]["inner"],
  accounts: readonly TransactionAccount[],
  parsed: boolean,
): unknown {
  const write = writer(accounts, parsed);
  return inner.map(({ index, instructions }) => ({ index, instructions: instructions.map(write) }));
}

function encodeMessage(message: Message, accounts: readonly TransactionAccount[], parsed: boolean): unknown {
  const { header, staticAccounts, lifetimeToken } = message;
  const lookups = "addressTableLookups" in message ? (message.addressTableLookups ?? []) : [];
  const tables = lookups.map((table) => ({
    accountKey: table.lookupTableAddress,
    writableIndexes: table.writableIndexes,
    readonlyIndexes: table.readonlyIndexes,
  }));
  const keys = accounts.map(({ address, ...account }) => ({ pubkey: address, ...account }));
  return {
    accountKeys: parsed ? keys : staticAccounts,
    header: parsed
      ? undefined
      : {
          numRequiredSignatures: header.numSignerAccounts,
          numReadonlySignedAccounts: header.numReadonlySignerAccounts,
          numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
        },
    recentBlockhash: lifetimeToken,
    instructions: outerInstructions(message).map(writer(accounts, parsed)),
    addressTableLookups: message.version === 0 ? tables : undefined,
  };
}

function encodeMeta({ execution, fee, balances, tokens, accounts }: Landed, parsed: boolean): unknown {
  const { error, logs, inner, computeUnits, returnData } = execution;
  const loaded = accounts.filter(({ source }) => source === "lookupTable");
  const addresses = (writable: boolean) =>
    loaded.filter((account) => account.writable === writable).map(({ address }) => address);
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee,
    preBalances: balances.before,
    postBalances: balances.after,
    preTokenBalances: tokens.before,
    postTokenBalances: tokens.after,
    innerInstructions: encodeInner(inner, accounts, parsed),
    logMessages: logs,
    loadedAddresses: parsed ? undefined : { writable: addresses(true), readonly: addresses(false) },
    computeUnitsConsumed: computeUnits,
    returnData: returnData === null ? undefined : encodeReturnData(returnData),
    rewards: [],
  };
}

export const encodeReturnData = ({ programId, data }: NonNullable<Landed["execution"]["returnData"]>) => ({
  programId,
  data: [Buffer.from(data).toString("base64"), "base64"],
});

/** A landed transaction as `getTransaction` answers it, with `blockTime` in seconds. */
export function encodeLanded(landed: Landed, encoding: TransactionEncoding): Record<string, unknown> {
  const { wire, message, signatures } = landed.transaction;
  const parsed = encoding === "jsonParsed";
  const transaction =
    encoding === "base64"
      ? [Buffer.from(wire).toString("base64"), "base64"]
      : encoding === "base58"
        ? [base58(wire), "base58"]
        : { signatures, message: encodeMessage(message, landed.accounts, parsed) };
  return {
    slot: landed.slot,
    blockTime: Math.floor(landed.atMs / 1_000),
    transaction,
    meta: encodeMeta(landed, parsed),
  };
}
