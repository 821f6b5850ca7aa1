import { getAddressDecoder, getAddressEncoder, type Address } from "@solana/kit";
// The virtual machine itself: litesvm's own wrapper loads a second major of @solana/kit and wants its types.
import {
  Account,
  FailedTransactionMetadata,
  LiteSvm,
  type SimulatedTransactionInfo,
  type TransactionMetadata,
} from "litesvm/dist/internal.js";
import { transactionError, type TransactionError } from "./errors";

export interface VmAccount {
  lamports: bigint;
  data: Uint8Array;
  owner: Address;
  executable: boolean;
}

export interface InnerInstruction {
  programIdIndex: number;
  accounts: readonly number[];
  data: Uint8Array;
  stackHeight: number;
}

export interface Execution {
  error: TransactionError | null;
  logs: readonly string[];
  computeUnits: bigint;
  /** Instructions that instructions called, by the index of the outer one. */
  inner: readonly { index: number; instructions: readonly InnerInstruction[] }[];
  returnData: { programId: Address; data: Uint8Array } | null;
}

const addressBytes = (address: Address): Uint8Array => new Uint8Array(getAddressEncoder().encode(address));
const addressOf = (bytes: Uint8Array): Address => getAddressDecoder().decode(bytes);

const readAccount = (account: Account): VmAccount => ({
  lamports: account.lamports(),
  data: account.data(),
  owner: addressOf(account.owner()),
  executable: account.executable(),
});

function readExecution(error: TransactionError | null, meta: TransactionMetadata): Execution {
  const returned = meta.returnData();
  return {
    error,
    logs: meta.logs(),
    computeUnits: meta.computeUnitsConsumed(),
    inner: meta.innerInstructions().flatMap((calls, index) => {
      const instructions = calls.map((call) => ({
        programIdIndex: call.instruction().programIdIndex(),
        accounts: [...call.instruction().accounts()],
        data: call.instruction().data(),
        stackHeight: call.stackHeight(),
      }));
      return instructions.length > 0 ? [{ index, instructions }] : [];
    }),
    returnData:
      returned.data().length > 0
        ? { programId: addressOf(returned.programId()), data: returned.data() }
        : null,
  };
}

const readResult = (result: FailedTransactionMetadata | TransactionMetadata): Execution =>
  result instanceof FailedTransactionMetadata
    ? readExecution(transactionError(result.err()), result.meta())
    : readExecution(null, result);

/**
 * Solana's virtual machine with the standard programs. It executes and stores; whether a transaction may land at all
 * (blockhash, seen before) is decided before it. Wire bytes must be canonical: it ends the process on bytes that it
 * can't read, so only those that `parseTransaction` let pass may reach it.
 */
export class Vm {
  private readonly native = new LiteSvm();

  constructor() {
    this.native.setBlockhashCheck(false); // it knows one blockhash, a chain's window holds many
    this.native.setTransactionHistory(0n); // the ledger keeps it, and refuses what was seen
  }

  setTime(slot: bigint, unixSeconds: number): void {
    this.native.warpToSlot(slot);
    const clock = this.native.getClock();
    clock.unixTimestamp = BigInt(unixSeconds);
    this.native.setClock(clock);
  }

  /** Null when there is none; an account without lamports is none. */
  account(address: Address): VmAccount | null {
    const account = this.native.getAccount(addressBytes(address));
    return account === null || account.lamports() === 0n ? null : readAccount(account);
  }

  setAccount(address: Address, { lamports, data, owner, executable }: VmAccount): void {
    this.native.setAccount(
      addressBytes(address),
      new Account(lamports, data, addressBytes(owner), executable, 0n),
    );
  }

  accountsOf(program: Address): { address: Address; account: VmAccount }[] {
    return this.native
      .getProgramAccounts(addressBytes(program))
      .map((found) => ({ address: addressOf(found.address), account: readAccount(found.account()) }));
  }

  /** Lamports that an account of this many bytes must hold. */
  rentExempt(bytes: bigint): bigint {
    return this.native.minimumBalanceForRentExemption(bytes);
  }

  execute(wire: Uint8Array, verifySignatures = true): Execution {
    this.native.setSigverify(verifySignatures);
    try {
      return readResult(this.native.sendVersionedTransaction(wire));
    } finally {
      this.native.setSigverify(true);
    }
  }

  /** What would happen, with the accounts as they would be after it. */
  simulate(wire: Uint8Array, verifySignatures: boolean): Execution & { after: Map<Address, VmAccount> } {
    this.native.setSigverify(verifySignatures);
    try {
      const result = this.native.simulateVersionedTransaction(wire);
      if (result instanceof FailedTransactionMetadata) return { ...readResult(result), after: new Map() };
      return { ...readExecution(null, result.meta()), after: accountsAfter(result) };
    } finally {
      this.native.setSigverify(true);
    }
  }
}

const accountsAfter = (result: SimulatedTransactionInfo): Map<Address, VmAccount> =>
  new Map(result.postAccounts().map((found) => [addressOf(found.address), readAccount(found.account())]));
