import type { Address } from "@solana/kit";
import { isAtLeast, type ChainClock, type Commitment } from "./clock";
import type { Vm, VmAccount } from "./vm";

interface Change {
  atMs: number;
  /** The accounts that it wrote, as they were before it. */
  before: ReadonlyMap<Address, VmAccount | null>;
}

/** Accounts as the chain has them at each commitment: the virtual machine holds the newest state alone. */
export class PastAccounts {
  /** Those that are not final yet, oldest first. */
  private changes: Change[] = [];

  constructor(
    private readonly vm: Vm,
    private readonly clock: ChainClock,
  ) {}

  note(change: Change): void {
    this.changes = this.changes.filter(({ atMs }) => this.clock.reached(atMs) !== "finalized");
    this.changes.push(change);
  }

  /** Of an account that no transaction has changed: it is as it is at every commitment. */
  forget(address: Address): void {
    this.changes = this.changes.map(({ atMs, before }) => ({
      atMs,
      before: new Map([...before].filter(([changed]) => changed !== address)),
    }));
  }

  private *notYet(commitment: Commitment): Generator<Change> {
    for (const change of this.changes)
      if (!isAtLeast(this.clock.reached(change.atMs), commitment)) yield change;
  }

  at(address: Address, commitment: Commitment): VmAccount | null {
    for (const { before } of this.notYet(commitment)) {
      const account = before.get(address);
      if (account !== undefined) return account;
    }
    return this.vm.account(address);
  }

  accountsOf(program: Address, commitment: Commitment): { address: Address; account: VmAccount }[] {
    const changed = [...this.notYet(commitment)].flatMap(({ before }) => [...before.keys()]);
    const addresses = new Set([...this.vm.accountsOf(program).map(({ address }) => address), ...changed]);
    return [...addresses].flatMap((address) => {
      const account = this.at(address, commitment);
      return account?.owner === program ? [{ address, account }] : [];
    });
  }
}
