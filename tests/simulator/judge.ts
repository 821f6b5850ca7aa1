import type { Payment } from "./payments";

/** One answer of the service, as the world saw it leave. */
export interface CallResult {
  payment: Payment;
  /** Who asked: the payer with its own request, the payer with another one, or somebody who rebuilt the payment. */
  by: "owner" | "other request" | "stranger";
  status: number;
  code: string | null;
  reason: string | null;
  message: string;
  /** Of the answer that was sold. */
  answerId: string | null;
  /** How long the service took, in milliseconds; null where the instance stood still meanwhile. */
  tookMs: number | null;
}

/** What the judge knows of a payment. */
interface Case {
  payment: Payment;
  answers: Set<string>;
  /** The payer was told 402, that this payment is dead, and has not shown it again since. */
  challengedAt: number | null;
  /** Requests of its payer that the service is at. */
  underWay: number;
  spent: boolean;
  /** A handler broke for it. */
  broken: boolean;
  /** When its payer first showed it to the service. */
  shownAt: number | null;
}

/** How a payment moved, by the chain. */
export interface Movement {
  at: number;
  /** The service had it sent, and not somebody else. */
  byService: boolean;
}

export interface JudgeOptions {
  now: () => number;
  movementOf(payment: Payment): Movement | null;
  /** When the store lost everything, if it did. */
  lostAt(): number | null;
}

/** The longest that an answer may take: the route's budget, and what reading and answering take on top. */
const LONGEST_ANSWER_MS = 26_000;
const ANSWERS_KEPT_MS = 86_400_000;
/** A payment may be settled in the ledger some time after it has moved. */
const FORGOTTEN_WITHIN_MS = 45 * 60_000;

/** Holds the service to its promises, one by one, as they are broken and in the end. */
export class Judge {
  readonly violations: string[] = [];
  private readonly cases = new Map<string, Case>();
  private readonly madeFor = new Map<string, string>();

  constructor(private readonly options: JudgeOptions) {}

  get payments(): readonly Payment[] {
    return [...this.cases.values()].map(({ payment }) => payment);
  }

  complain(what: string): void {
    if (!this.violations.includes(what)) this.violations.push(what);
  }

  /** A payer has signed a payment. */
  begin(payment: Payment): void {
    this.cases.set(payment.id, {
      ...{ payment, answers: new Set<string>(), challengedAt: null, underWay: 0, spent: false },
      ...{ broken: false, shownAt: null },
    });
  }

  /** Its payer shows a payment to the service; the returned function is called when that request has ended. */
  shown(payment: Payment): () => void {
    const found = this.of(payment);
    found.shownAt ??= this.options.now();
    found.challengedAt = null;
    found.underWay += 1;
    return () => {
      found.underWay -= 1;
    };
  }

  /** A handler made an answer for the payment that the ledger knows by this key. */
  made(paymentKey: string, answerId: string): void {
    this.madeFor.set(answerId, paymentKey);
  }

  broke(paymentKey: string): void {
    for (const found of this.cases.values()) if (found.payment.key === paymentKey) found.broken = true;
  }

  isServed = (payment: Payment): boolean => this.of(payment).answers.size > 0;

  private of(payment: Payment): Case {
    const found = this.cases.get(payment.id);
    if (found === undefined) throw new Error(`nobody signed ${payment.id}`);
    return found;
  }

  private movementOfKey(key: string): Movement | null {
    for (const { payment } of this.cases.values()) {
      const movement = payment.key === key ? this.options.movementOf(payment) : null;
      if (movement !== null) return movement;
    }
    return null;
  }

  /** An answer leaves the service. */
  recordResult(result: CallResult): void {
    const { payment, by, status, code, message, tookMs } = result;
    const found = this.of(payment);
    const movement = this.options.movementOf(payment);
    const movedHere = movement !== null && movement.byService;
    const who = `${payment.id} (${payment.rail})`;
    if (tookMs !== null && tookMs > LONGEST_ANSWER_MS)
      this.complain(`an answer takes longer than its budget: ${who} waited ${tookMs} ms`);
    if (status === 200) return this.sold(result, found, who);
    if (status === 402 && by === "owner") {
      // While another request with it is under way, its payer has offered it still.
      if (found.underWay <= 1) found.challengedAt = this.options.now();
      if (movement !== null) this.complain(`a challenge leaves for a payment that has moved: ${who}`);
    }
    // Of what it did before the store lost everything, the service can't know.
    const isKnown = movedHere && by === "owner" && this.options.lostAt() === null;
    if (isKnown && /not charged/i.test(message) && !/not charged again/i.test(message))
      this.complain(`"not charged" is said of a payment that has moved: ${who}, ${status} ${code}`);
    if (status === 500 && !found.broken) this.complain(`the service fails: ${who}, ${message}`);
    if (status === 400) this.complain(`a good request is refused: ${who}, ${message}`);
    if (code === "payment_spent" && by === "owner") {
      found.spent = true;
      if (movedHere && this.options.lostAt() === null && !this.isOld(movement))
        this.complain(`"spent" is said of a payment that the service sold for: ${who}`);
    }
    if (code === "answer_expired" && !(movement !== null && this.isOld(movement)))
      this.complain(`an answer is gone before its time: ${who}`);
  }

  private isOld = ({ at }: Movement): boolean => this.options.now() - at >= ANSWERS_KEPT_MS - 60_000;

  private sold({ payment, by, answerId }: CallResult, found: Case, who: string): void {
    if (answerId === null) return this.complain(`an answer is sold that nobody made: ${who}`);
    // A payment that the store forgot while it was settled is credited to the first caller with it.
    if (by === "stranger") {
      if (this.options.lostAt() === null) this.complain(`a stranger is answered: ${who}`);
      found.spent = true;
      return;
    }
    if (by === "other request" && this.options.lostAt() === null)
      this.complain(`one payment buys two requests: ${who}`);
    const key = this.madeFor.get(answerId);
    if (key === undefined) return this.complain(`an answer is sold that nobody made: ${who}`);
    const inGroup = [...this.cases.values()].some(
      (other) =>
        other.payment.key === key && other.payment.group !== null && other.payment.group === payment.group,
    );
    if (key !== payment.key && !inGroup) this.complain(`an answer of another payment is sold: ${who}`);
    const movement = this.movementOfKey(key);
    if (movement === null) this.complain(`an answer leaves for a payment that has not moved: ${who}`);
    else if (this.options.now() - movement.at > ANSWERS_KEPT_MS + FORGOTTEN_WITHIN_MS)
      this.complain(`an answer is kept for longer than its day: ${who}`);
    found.answers.add(answerId);
    if (found.answers.size > 1 && this.options.lostAt() === null)
      this.complain(`one payment buys two answers: ${who}`);
  }

  /** Everything is over: which answers are still due. */
  conclude(): void {
    for (const found of this.cases.values()) this.settle(found);
    for (const group of new Set([...this.cases.values()].map(({ payment }) => payment.group)))
      if (group !== null) this.judgeGroup(group);
  }

  private settle({ payment, answers, challengedAt, spent, shownAt }: Case): void {
    const movement = this.options.movementOf(payment);
    const who = `${payment.id} (${payment.rail})`;
    if (movement === null) return;
    if (movement.byService && challengedAt !== null)
      this.complain(`a payment moves after its payer was asked for another: ${who}`);
    if (answers.size > 0) return;
    if (this.twins(payment).some((twin) => (this.cases.get(twin.id)?.answers.size ?? 0) > 0)) return;
    const forgotten = spent && this.options.lostAt() !== null;
    if (movement.byService && !forgotten) this.complain(`a payment is charged and never served: ${who}`);
    // What others sent is owed an answer, too, unless its payer had been told to sign another before.
    const owed = challengedAt === null && shownAt !== null && !forgotten;
    if (!movement.byService && owed && movement.at - shownAt < 8 * 60_000)
      this.complain(`a payment that others sent is never served: ${who}`);
  }

  private twins({ id, key }: Payment): Payment[] {
    return [...this.cases.values()]
      .map(({ payment }) => payment)
      .filter((other) => other.key === key && other.id !== id);
  }

  private judgeGroup(group: string): void {
    const moved = [...this.cases.values()].filter(
      ({ payment }) => payment.group === group && this.options.movementOf(payment)?.byService === true,
    );
    const keys = new Set(moved.map(({ payment }) => payment.key));
    if (keys.size > 1 && this.options.lostAt() === null)
      this.complain(`one idempotency key moves ${keys.size} payments: ${[...keys].join(", ")}`);
  }
}
