import type { Address } from "@solana/kit";
import type { ChainClock, Commitment } from "./clock";
import type { TransactionError } from "./errors";
import { feeOf } from "./fee";
import type { Landed, Ledger } from "./ledger";
import { PastAccounts } from "./past-accounts";
import { tokenBalances } from "./tokens";
import type { ParsedTransaction } from "./transaction";
import { transactionAccounts } from "./transaction-accounts";
import type { Execution, Vm, VmAccount } from "./vm";

/** What became of a transaction that was sent: only one that landed is on the chain. */
export type Processed = { landed: Landed } | { landed: null; error: TransactionError };

export interface SimulationOptions {
  commitment: Commitment;
  verifySignatures: boolean;
  /** Judge the transaction as if its blockhash were new. */
  replaceBlockhash: boolean;
}

const notRun = (error: TransactionError): Execution => ({
  error,
  logs: [],
  computeUnits: 0n,
  inner: [],
  returnData: null,
});

/** The state of the chain and the rules by which it changes. */
export class Bank {
  readonly past: PastAccounts;

  constructor(
    readonly vm: Vm,
    readonly clock: ChainClock,
    readonly ledger: Ledger,
  ) {
    this.past = new PastAccounts(vm, clock);
  }

  /** Puts an account where no transaction made one. */
  plant(at: Address, account: VmAccount): void {
    this.vm.setAccount(at, account);
    this.past.forget(at);
  }

  /** Sets the clock that programs read to now. */
  private tick(): void {
    this.vm.setTime(this.clock.slot("processed"), Math.floor(this.clock.nowMs() / 1_000));
  }

  /**
   * The order of Agave's checks: age of the blockhash, then whether the message was processed before. The latter by
   * message, so that a copy without the fee payer's signature is seen for what it is, also in a simulation.
   */
  private refusal(
    { message, messageKey }: ParsedTransaction,
    commitment: Commitment,
  ): TransactionError | null {
    if (!this.clock.isLive(message.lifetimeToken, commitment)) return "BlockhashNotFound";
    return this.ledger.hasMessage(messageKey) ? "AlreadyProcessed" : null;
  }

  simulate(
    transaction: ParsedTransaction,
    { commitment, verifySignatures, replaceBlockhash }: SimulationOptions,
  ): Execution & { after: Map<string, VmAccount> } {
    this.tick();
    const refusal = replaceBlockhash ? null : this.refusal(transaction, commitment);
    if (refusal !== null) return { ...notRun(refusal), after: new Map() };
    return this.vm.simulate(transaction.wire, verifySignatures);
  }

  /** Takes a transaction in, or says why it never will be. */
  process(transaction: ParsedTransaction): Processed {
    this.tick();
    const refusal = this.refusal(transaction, "processed");
    if (refusal !== null) return { landed: null, error: refusal };
    const accounts = transactionAccounts(transaction.message, this.vm);
    const lamports = (): bigint[] => accounts.map(({ address }) => this.vm.account(address)?.lamports ?? 0n);
    const before = { lamports: lamports(), tokens: tokenBalances(this.vm, accounts) };
    const written = accounts.filter(({ writable }) => writable).map(({ address }) => address);
    const images = new Map(written.map((address) => [address, this.vm.account(address)]));
    const { wire, runsAs } = transaction;
    const execution = this.vm.execute(runsAs ?? wire, runsAs === undefined);
    const after = { lamports: lamports(), tokens: tokenBalances(this.vm, accounts) };
    // A failed transaction is on the chain exactly when its fee was taken.
    if (execution.error !== null && before.lamports[0] === after.lamports[0]) {
      return { landed: null, error: execution.error };
    }
    const atMs = this.clock.nowMs();
    this.past.note({ atMs, before: images });
    const landed = this.ledger.add({
      transaction,
      accounts,
      execution,
      slot: this.clock.slot("processed"),
      atMs,
      fee: feeOf(transaction.message),
      balances: { before: before.lamports, after: after.lamports },
      tokens: { before: before.tokens, after: after.tokens },
    });
    return { landed };
  }
}
