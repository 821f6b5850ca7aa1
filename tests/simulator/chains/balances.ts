/** Who holds how much of a chain's USDC, in base units: by wallet on Base, by token account on Solana. */
export class Balances {
  private readonly held = new Map<string, bigint>();

  of(owner: string): bigint {
    return this.held.get(owner) ?? 0n;
  }

  /** Whether anything was ever held here. */
  has(owner: string): boolean {
    return this.held.has(owner);
  }

  mint(owner: string, amount: bigint): void {
    this.held.set(owner, this.of(owner) + amount);
  }

  /** Sends all that somebody holds to nobody in particular. */
  drain(owner: string): bigint {
    const held = this.of(owner);
    this.held.set(owner, 0n);
    return held;
  }

  move(from: string, to: string, amount: bigint): void {
    this.mint(from, -amount);
    this.mint(to, amount);
  }
}
