import { getAddressDecoder, type Address } from "@solana/kit";
import type { Message } from "./transaction";
import type { Vm } from "./vm";

export interface TransactionAccount {
  address: Address;
  signer: boolean;
  writable: boolean;
  source: "transaction" | "lookupTable";
}

/** Where the addresses of a lookup table's account begin; before them stands its own state. */
const TABLE_HEADER_BYTES = 56;

/**
 * Every account that a transaction names, in the order that its instructions count in: those in the message, then
 * writable ones from lookup tables, then read-only ones. An entry that a table does not have is left out: such a
 * transaction is refused when it runs.
 */
export function transactionAccounts(message: Message, vm: Vm): TransactionAccount[] {
  const { header, staticAccounts } = message;
  const { numSignerAccounts: signers, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  const named = staticAccounts.map((address, index) => ({
    address,
    signer: index < signers,
    writable:
      index < signers
        ? index < signers - numReadonlySignerAccounts
        : index < staticAccounts.length - numReadonlyNonSignerAccounts,
    source: "transaction" as const,
  }));

  const lookups = "addressTableLookups" in message ? (message.addressTableLookups ?? []) : [];
  const load = (table: Address, indexes: readonly number[], writable: boolean): TransactionAccount[] => {
    const data = vm.account(table)?.data ?? new Uint8Array();
    return indexes.flatMap((index) => {
      const start = TABLE_HEADER_BYTES + index * 32;
      const bytes = data.slice(start, start + 32);
      if (bytes.length < 32) return [];
      return [{ address: getAddressDecoder().decode(bytes), signer: false, writable, source: "lookupTable" }];
    });
  };
  return [
    ...named,
    ...lookups.flatMap((table) => load(table.lookupTableAddress, table.writableIndexes, true)),
    ...lookups.flatMap((table) => load(table.lookupTableAddress, table.readonlyIndexes, false)),
  ];
}
