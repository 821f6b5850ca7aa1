import type { BaseChain } from "./chains/base";
import type { Judge } from "./judge";
import type { Kernel } from "./kernel";
import type { Payment } from "./payments";
import type { Plan } from "./plan";

/** What a person who returns money sees of the world. */
interface RefundersWorld {
  kernel: Kernel;
  judge: Judge;
  base: BaseChain;
  /** Reserves a refund, or records its transaction; the status of the answer. */
  ask(payment: string, transaction?: string): Promise<number>;
  note(line: string): void;
}

/** One sale whose money is returned. */
interface Refund {
  payment: Payment;
  /** The transactions that were sent, one after the other: each but the last was dropped by the chain. */
  sent: string[];
  /** The ledger says that it is refunded, by the last of them. */
  isRecorded: boolean;
}

const SOON_MS = 1_000;
const AGAIN_MS = 60_000;
/** A block is final after a quarter of an hour, a sale's once that was looked at. */
const TRIES = 100;

/** Returns the money of sales on Base, each once, and comes back until the ledger has it. */
export class Refunder {
  private readonly refunds = new Map<string, Refund>();

  constructor(
    private readonly world: RefundersWorld,
    private readonly how: NonNullable<Plan["refunds"]>,
    private readonly seller: string,
  ) {}

  /** A payment was sold, and is to be returned. */
  begin(payment: Payment): void {
    if (payment.rail !== "x402-evm" || this.refunds.has(payment.key)) return;
    const refund: Refund = { payment, sent: [], isRecorded: false };
    this.refunds.set(payment.key, refund);
    void this.giveBack(refund);
  }

  /** Whether the money of a sale was returned, or is about to be. */
  isAt = (paymentKey: string): boolean => this.refunds.has(paymentKey);

  /** Asks until the answer is 200, and before each time does `first`; false when it never is. */
  private async persist({ payment }: Refund, ask: () => Promise<number>): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await this.world.kernel.sleep(tries === 0 ? SOON_MS : AGAIN_MS);
      const status = await ask();
      this.world.note(`the refund of ${payment.id} is answered ${status}`);
      if (status === 200) return true;
    }
    return false;
  }

  private async giveBack(refund: Refund): Promise<void> {
    const { base, ask } = this.world;
    const { key, payer, takes } = refund.payment;
    if (this.how === "reserved first" && !(await this.persist(refund, () => ask(key)))) return;
    refund.isRecorded = await this.persist(refund, () => {
      const last = refund.sent.at(-1);
      // What the chain has dropped is sent once more.
      const hash = last !== undefined && base.holds(last) ? last : base.give(this.seller, payer, takes);
      if (hash !== last) refund.sent.push(hash);
      return ask(key, hash);
    });
  }

  /** Everything is over: what was returned had come, and what is said to be returned was. */
  conclude(hasMoved: (payment: Payment) => boolean): void {
    const { judge, base } = this.world;
    for (const { payment, sent, isRecorded } of this.refunds.values()) {
      const last = sent.at(-1);
      if (this.how === "reserved first" && last !== undefined && !hasMoved(payment))
        judge.complain(`money is returned that never came: ${payment.id}`);
      if (isRecorded && last !== undefined && !base.holds(last))
        judge.complain(`a payment is called refunded by what the chain does not hold: ${payment.id}`);
    }
  }
}
