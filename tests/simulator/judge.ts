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
  /** When the service got the call (ms). */
  cameAt: number;
  /** How long the service took, in milliseconds; null where the instance stood still meanwhile. */
  tookMs: number | null;
  /** The instance stood still until now, behind its last question: what happened meanwhile it can't know. */
  wokeNow?: boolean;
  /** Who asked proved the paying wallet. */
  provesWallet: boolean;
}

/** What the judge knows of a payment. */
interface Case {
  payment: Payment;
  /** The answers that it was given, each with when that was first. */
  answers: Map<string, number>;
  /** The payer was told 402, that this payment is dead, and has not shown it again since. */
  challengedAt: number | null;
  /** The payer heard that nothing was charged, and has not shown it again since. */
  unchargedAt: number | null;
  /** Requests of its payer that the service is at. */
  underWay: number;
  spent: boolean;
  /** Its payer went away, told by a copy of its request that this payment is dead, whatever others were told. */
  left: boolean;
  /** A handler broke for it. */
  broken: boolean;
  /** When its payer first showed it to the service, and first with a proof of its wallet. */
  shownAt: number | null;
  provedAt: number | null;
  /** When somebody else showed it for another answer. */
  othersAt: number | null;
  /** Somebody else showed it before anything of its own was sold for it. */
  isShownByOthers: boolean;
  /** Somebody else has shown it, whatever was sold before. */
  hasStrangers: boolean;
}

/** An answer that a handler made. */
interface Made {
  paymentKey: string;
  at: number;
}

/** How a payment moved, by the chain. */
export interface Movement {
  at: number;
  /** The service had it sent, and not somebody else. */
  byService: boolean;
  /** Whether it has landed since then (ms), and somebody looked for it meanwhile who could not be shown it. */
  wasHiddenSince(since: number): boolean;
}

export interface JudgeOptions {
  now: () => number;
  movementOf(payment: Payment): Movement | null;
  /** Whether the chain has dropped a block with it, wherever it is now. */
  hasVanished(payment: Payment): boolean;
  /** When the store lost everything, if it did. */
  lostAt(): number | null;
  /** From then on no fault meets a message. */
  calmAt: number;
  /** Handlers may fail until the end. */
  handlersFail: boolean;
  /** How often the schedule recovers payments at that moment. */
  recoversEvery(at: number): number;
  /** No message is lost, no node is behind and every payer is known by its signature. */
  isQuiet: boolean;
  /** How many sales may stand unseen, of each facilitator, and of all while our nodes are silent; null where that is not judged. */
  mostUnseen: { each: number; inSilence: number } | null;
  /** Our nodes of Base answer nothing until then (ms). */
  isSilentUntil: number;
  /** What the primary sells for nothing the fallback can settle, and nothing keeps it from that. */
  canBeSettledByAnother: boolean;
  /** One node of each chain lies of payments. */
  nodesLie: boolean;
  /** Whether such a node shows a payment, while it has not landed, as one that has. */
  isInvented(payment: Payment): boolean;
}

/** The longest that an answer may take: the route's budget, and what reading and answering take on top. */
const LONGEST_ANSWER_MS = 26_000;
const ANSWERS_KEPT_MS = 86_400_000;
/** A day, less what may lie between the intent and the answer. */
const BOUND_FOR_MS = ANSWERS_KEPT_MS - 15 * 60_000;
/** How long a credited payment may wait for its wallet, and then for its turn, before recovery serves it. */
const CREDITED_MS = 150_000;
/** How old a sale must be to be searched for: by the next run of the schedule, and what that one's looks take. */
const SEARCHED_AFTER_MS = 60_000;
/** A payment may be settled in the ledger some time after it has moved. */
const FORGOTTEN_WITHIN_MS = 45 * 60_000;

/** Hopeless questions to facilitators that who has paid may cost a minute: five that are over, and who has a slot meanwhile. */
const MOST_IN_VAIN = 8;

/** Likewise of one network, by payments that have run out: five that are over, and three slots of each of two payers. */
const MOST_OLD_IN_VAIN = 11;

/** For so long who proves the wallet comes first; less what a call may take. */
const PROVERS_MS = 100_000;

/** Holds the service to its promises, one by one, as they are broken and in the end. */
export class Judge {
  readonly violations: string[] = [];
  private readonly cases = new Map<string, Case>();
  private readonly answersOfGroup = new Map<string, Map<string, number>>();
  private readonly pretences = new Set<string>();
  /** By which facilitators, the last of each payment. */
  private readonly pretenders = new Map<string, string>();
  private readonly askedOfFallback = new Set<string>();
  private readonly wrongly = new Set<string>();
  /** Which payments a facilitator declined for the law's sake, and which. */
  private readonly declines = new Map<string, string>();
  /** When a facilitator was asked about payments of who has paid that can't be made, by payer. */
  private readonly vain = new Map<string, number[]>();
  /** When each sale was first told to be found nowhere, by payment key. */
  private readonly suspicions = new Map<string, number>();
  private readonly answersMade = new Map<string, Made>();
  /** Answers that have what can be had once, and of those that were sold the payments, by route. */
  private readonly scarce = new Set<string>();
  private readonly scarceSold = new Map<string, string>();

  constructor(private readonly options: JudgeOptions) {}

  get payments(): readonly Payment[] {
    return [...this.cases.values()].map(({ payment }) => payment);
  }

  complain(what: string): void {
    if (!this.violations.includes(what)) this.violations.push(what);
  }

  /** A payer has signed a payment: on Solana another transaction for each challenge, or two calls would be one purchase. */
  begin(payment: Payment): void {
    const { key, rail, id } = payment;
    if (rail !== "x402-evm" && this.payments.some((other) => other.key === key))
      this.complain(`two challenges ask for one transaction: ${id} (${rail})`);
    this.cases.set(payment.id, {
      ...{
        payment,
        answers: new Map<string, number>(),
        challengedAt: null,
        unchargedAt: null,
        underWay: 0,
        spent: false,
      },
      ...{ broken: false, shownAt: null, provedAt: null, othersAt: null, left: false },
      ...{ isShownByOthers: false, hasStrangers: false },
    });
  }

  /** Its payer shows a payment to the service; the returned function is called when that request has ended. */
  shown(payment: Payment, provesWallet: boolean): () => void {
    const found = this.of(payment);
    found.shownAt ??= this.options.now();
    if (provesWallet) found.provedAt ??= this.options.now();
    found.challengedAt = null;
    found.unchargedAt = null;
    found.underWay += 1;
    return () => {
      found.underWay -= 1;
    };
  }

  /** Somebody else shows a payment. */
  strangerShows(payment: Payment): void {
    const found = this.of(payment);
    found.hasStrangers = true;
    if (this.ownAnswers(found).length === 0) found.isShownByOthers = true;
  }

  /** Somebody else shows what others sent, for another answer than its payer asked for. */
  askedOtherwise(payment: Payment): void {
    this.of(payment).othersAt ??= this.options.now();
  }

  /** An answer has what can be had once. */
  noteScarce = (id: string): void => void this.scarce.add(id);

  /** A handler made an answer for the payment that the ledger knows by this key. */
  made(paymentKey: string, answerId: string): void {
    this.answersMade.set(answerId, { paymentKey, at: this.options.now() });
  }

  /**
   * Whether nothing was done to a payment or its wallet that keeps it from moving. On Solana a payment may have run out on
   * its way, which its simulation does not tell from one that came so.
   */
  isBlameless = (paymentKey: string): boolean =>
    this.isUntouched(paymentKey) &&
    this.payments.some(({ key, rail }) => key === paymentKey && rail === "x402-evm");

  /** Whether nothing is done to a payment of a buyer's, or to its wallet, outside of the service. */
  isUntouched = (paymentKey: string): boolean =>
    this.payments.some(({ key, wallet }) => {
      const isTouched = this.payments.some((other) => other.wallet === wallet && other.isTricky);
      return key === paymentKey && !isTouched;
    });

  /** Whether a buyer has signed it; all else is brought by others in a wallet's name. */
  isKnown = (paymentKey: string): boolean => this.payments.some(({ key }) => key === paymentKey);

  /** When its blockhash runs out (ms); null where it has none, or no buyer has signed it. */
  diesAt = (paymentKey: string): number | null =>
    this.payments.find(({ key }) => key === paymentKey)?.diesAt ?? null;

  /** No message is lost, no node is behind and every payer is known by its signature. */
  get isQuiet(): boolean {
    return this.options.isQuiet;
  }

  /** Whether it reached us with another memo than that of the challenge that it is brought with. */
  isStray = (paymentKey: string): boolean =>
    this.payments.some(({ key, isStray }) => key === paymentKey && isStray);

  /** Once it has moved all of it can be read on the chain, but for what MPP's challenges keep. */
  isPublic = (paymentKey: string): boolean =>
    this.payments.some(({ key, rail }) => key === paymentKey && !rail.startsWith("mpp-"));

  /** A credited payment is served: not only when its client comes back, where nothing keeps recovery from it. */
  servedCredit(paymentKey: string, creditedAt: number): void {
    const { now, calmAt, handlersFail, recoversEvery } = this.options;
    const isBound = this.payments.some(({ key, group }) => key === paymentKey && group !== null);
    const since = Math.max(creditedAt + CREDITED_MS, calmAt);
    if (!isBound && !handlersFail && now() > since + 2 * recoversEvery(since))
      this.complain(`a credited payment is served by nobody until its client comes back: ${paymentKey}`);
  }

  broke(paymentKey: string): void {
    for (const found of this.cases.values()) if (found.payment.key === paymentKey) found.broken = true;
  }

  /** How many requests of its payer the service is at. */
  underWay = (payment: Payment): number => this.of(payment).underWay;

  /** A facilitator claims a settlement that it does not make; the chain knows the payment by this. */
  pretended(chainKey: string, by: string): void {
    this.pretences.add(chainKey);
    this.pretenders.set(chainKey, by);
  }

  /** A facilitator refuses a good payment for what is not so. */
  refusedWrongly(chainKey: string): void {
    this.wrongly.add(chainKey);
  }

  /** A facilitator declines a payment for the law's sake. */
  declined(chainKey: string, by: string): void {
    this.declines.set(chainKey, by);
  }

  /** A facilitator is asked about a payment: none is about what another has declined for the law's sake. */
  verifies(chainKey: string, name: string): void {
    const by = this.declines.get(chainKey);
    if (by !== undefined && by !== name)
      this.complain(`what one facilitator declined by law is asked of another: ${name}`);
  }

  /** A facilitator is asked to settle a payment. */
  settles(chainKey: string, name: string): void {
    if (name === "fallback") this.askedOfFallback.add(chainKey);
  }

  /** Of what is sold for nothing only so much stands at once. */
  private countUnseen(): void {
    const { mostUnseen, movementOf, isSilentUntil, now } = this.options;
    if (mostUnseen === null) return;
    const standing = [...this.cases.values()].filter(
      ({ payment, answers }) => answers.size > 0 && movementOf(payment) === null,
    );
    const of = (by: string): number =>
      standing.filter(({ payment }) => this.pretenders.get(payment.chainKey) === by).length;
    const isSilent = now() < isSilentUntil;
    const most = isSilent ? mostUnseen.inSilence : mostUnseen.each;
    const found = isSilent ? standing.length : Math.max(of("primary"), of("fallback"));
    if (isSilentUntil === 0 || isSilent)
      if (found > most)
        this.complain(`more is sold for nothing than may stand unseen: ${found} instead of ${most}`);
  }

  /**
   * A facilitator's "success" is served at once, and so is what a block shows that may still be dropped, and what one node
   * shows. What was sold for a lie, or for such a block, must be found out (see `unbacked`).
   */
  isBelieved = (paymentKey: string): boolean =>
    this.hasVanished(paymentKey) ||
    this.payments.some(
      (one) => one.key === paymentKey && (this.pretences.has(one.chainKey) || this.options.isInvented(one)),
    );

  private hasVanished = (paymentKey: string): boolean =>
    this.payments.some((payment) => payment.key === paymentKey && this.options.hasVanished(payment));

  /** The service tells that it finds the money of a sale nowhere. */
  suspected(paymentKey: string): void {
    const { isSilentUntil, now, movementOf } = this.options;
    const payment = this.payments.find(({ key }) => key === paymentKey);
    if (now() < isSilentUntil && payment !== undefined && movementOf(payment) !== null)
      this.complain(`a facilitator is blamed while our nodes are silent: ${paymentKey}`);
    if (!this.suspicions.has(paymentKey)) this.suspicions.set(paymentKey, this.options.now());
  }

  /** A book was closed by a lie, or by a block that was dropped: the ledger must know it, and must have suspected a lie soon. */
  unbacked(paymentKey: string, trust: string, who: string): void {
    if (!this.isBelieved(paymentKey))
      return this.complain(`a book is closed as settled for a payment that has not moved: ${who}`);
    // What is dropped before it was ever looked at can't be told from a lie.
    if (this.hasVanished(paymentKey)) {
      if (trust !== "reorganised" && trust !== "unbacked")
        this.complain(`a sale whose block was dropped is not known as such: ${who} is ${trust}`);
      return;
    }
    // Where one node says otherwise than the other, a person decides.
    const isKnown = trust === "unbacked" || (trust === "disputed" && this.options.nodesLie);
    if (!isKnown) this.complain(`a sale for nothing is not known as unbacked: ${who} is ${trust}`);
    const made = [...this.answersMade.values()].filter((one) => one.paymentKey === paymentKey);
    const ofKey = [...this.cases.values()].filter(({ payment }) => payment.key === paymentKey);
    // An answer may wait for long until it is known that its payment has moved.
    const answered = ofKey.flatMap(({ answers }) => [...answers.values()]);
    const first = answered.length === 0 ? 0 : Math.min(...answered);
    const soldAt = Math.max(this.options.calmAt, first, ...made.map(({ at }) => at));
    const suspectedAt = this.suspicions.get(paymentKey) ?? Number.POSITIVE_INFINITY;
    if (suspectedAt > soldAt + SEARCHED_AFTER_MS + 2 * this.options.recoversEvery(soldAt))
      this.complain(`a sale for nothing is not suspected in time: ${who}`);
  }

  /** The money of a sale has come: no proof can say otherwise. */
  backed(paymentKey: string, trust: string, who: string): void {
    if ((trust === "unbacked" || trust === "reorganised") && !this.hasVanished(paymentKey))
      this.complain(`a sale whose money has come is called ${trust}: ${who}`);
  }

  /** A facilitator is asked about a payment that can't be made. Who has paid costs few such questions. */
  asksInVain(chainKey: string): void {
    const { isQuiet, now } = this.options;
    const payment = this.payments.find((one) => one.chainKey === chainKey);
    const hasPaid = this.payments.some((one) => one.payer === payment?.payer && this.isServed(one));
    if (!isQuiet || (payment !== undefined && !hasPaid)) return;
    // What no buyer has signed is brought by one of their number who has read it on the chain, from one network.
    const [by, most] = payment === undefined ? ["others", MOST_OLD_IN_VAIN] : [payment.payer, MOST_IN_VAIN];
    const lately = (this.vain.get(by) ?? []).filter((at) => at > now() - 60_000);
    this.vain.set(by, [...lately, now()]);
    if (lately.length >= most)
      this.complain(`a facilitator is asked in vain, over and over, for one payer or network: ${by}`);
  }

  isServed = (payment: Payment): boolean => this.of(payment).answers.size > 0;

  /** Whether a payment under the same idempotency key was served. */
  isGroupServed = ({ group }: Payment): boolean =>
    group !== null && this.payments.some((other) => other.group === group && this.isServed(other));

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
    const { payment, by, status, code, reason, message, tookMs } = result;
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
      if (movement !== null && this.couldBeKnown(movement, result))
        this.complain(`a challenge leaves for a payment that has moved: ${who}`);
      if (this.options.isQuiet && this.wrongly.has(payment.chainKey) && this.isBlameless(payment.key))
        this.complain(`a good payment is refused for one facilitator's wrong word: ${who}, ${reason}`);
      if (reason === "settlement_failed" && payment.canMove())
        this.complain(`a payment is called failed that can still move: ${who}`);
    }
    // Of what it did before the store lost everything, the service can't know.
    const isKnown =
      (movedHere || (movement !== null && this.couldBeKnown(movement, result))) &&
      by === "owner" &&
      result.wokeNow !== true &&
      this.options.lostAt() === null;
    if (isKnown && /not charged(?! again)|took no payment/i.test(message))
      this.complain(`"not charged" is said of a payment that has moved: ${who}, ${status} ${code}`);
    if (by === "owner" && /not charged(?! again)|took no payment/i.test(message) && found.underWay <= 1)
      found.unchargedAt = this.options.now();
    if (
      code === "rate_limited" &&
      movement !== null &&
      /not charged/.test(message) &&
      this.couldBeKnown(movement, result)
    )
      this.complain(`a payment that has moved hears that its payer is busy: ${who}`);
    if (status === 500 && !found.broken) this.complain(`the service fails: ${who}, ${message}`);
    if (status === 400) this.complain(`a good request is refused: ${who}, ${message}`);
    if (code === "already_taken" && by === "owner") {
      // A store that has lost everything can't know that a payment was sent before, and may still land.
      if (this.options.lostAt() !== null) found.spent = true;
      else if (found.underWay <= 1) found.challengedAt = this.options.now();
      if (movedHere) this.complain(`a payment that has moved is refused for what another has: ${who}`);
    }
    if (code === "payment_spent" && by === "owner") {
      found.spent = true;
      if (movedHere && this.options.lostAt() === null && !this.isOld(movement))
        this.complain(`"spent" is said of a payment that the service sold for: ${who}`);
    }
    const settled = this.movementOfKey(payment.key);
    const isOver = settled === null ? this.isBelieved(payment.key) : this.isOld(settled);
    if (code === "answer_expired" && !isOver) this.complain(`an answer is gone before its time: ${who}`);
  }

  /**
   * Whether a refusal could have known of a movement. Of what others send while the service is at it no look at the chain
   * can tell until nodes show it, and they might send it a moment later as well; but who says that a payment has failed
   * says that it can't move.
   */
  private couldBeKnown = ({ byService, wasHiddenSince }: Movement, { reason, cameAt }: CallResult): boolean =>
    byService || reason === "settlement_failed" || !wasHiddenSince(cameAt);

  private isOld = ({ at }: Movement): boolean => this.options.now() - at >= ANSWERS_KEPT_MS - 60_000;

  private sold({ payment, by, answerId }: CallResult, found: Case, who: string): void {
    const made = this.answersMade.get(answerId ?? "");
    if (answerId === null || made === undefined)
      return this.complain(`an answer is sold that nobody made: ${who}`);
    this.soldOnce(payment.path, made.paymentKey, answerId);
    const movement = this.movementOfKey(made.paymentKey);
    // A ledger that was found empty notes when, and knows that whatever landed before may have been served.
    const lostAt = this.options.lostAt() ?? Number.NEGATIVE_INFINITY;
    // Another payment under its key gets the answer that a proof has bought.
    const isItsOwn = made.paymentKey === payment.key;
    // What one request has bought with a proof, a copy of it without one is told as well.
    const isProved = found.provedAt !== null && found.provedAt <= made.at;
    if (isItsOwn && movement !== null && movement.at + 1_000 <= lostAt && lostAt < made.at && !isProved)
      this.complain(`a payment from before the ledger was lost buys again: ${who}`);
    // A payment that the store forgot while it was settled is credited to the first caller with it.
    if (by === "stranger") {
      if (this.options.lostAt() === null && !this.options.hasVanished(payment))
        this.complain(`a stranger is answered: ${who}`);
      found.spent = true;
      return;
    }
    if (by === "other request" && payment.isStray)
      this.complain(`a stray is sold by a route that its challenge was not for: ${who}`);
    if (by === "other request" && this.options.lostAt() === null)
      this.complain(`one payment buys two requests: ${who}`);
    const { paymentKey: key } = made;
    const inGroup = [...this.cases.values()].some(
      (other) =>
        other.payment.key === key && other.payment.group !== null && other.payment.group === payment.group,
    );
    if (key !== payment.key && !inGroup) this.complain(`an answer of another payment is sold: ${who}`);
    if (movement === null) {
      if (!this.isBelieved(key)) this.complain(`an answer leaves for a payment that has not moved: ${who}`);
    } else if (this.options.now() - Math.max(made.at, movement.at) > ANSWERS_KEPT_MS + FORGOTTEN_WITHIN_MS)
      this.complain(`an answer is kept for longer than its day: ${who}`);
    if (!found.answers.has(answerId)) found.answers.set(answerId, this.options.now());
    this.countUnseen();
    if (this.options.lostAt() !== null) return;
    if (this.ownAnswers(found).length > 1) this.complain(`one payment buys two answers of its own: ${who}`);
    if (this.isBroughtByOthers(found)) return;
    if (this.areTwoWithinADay(found.answers)) this.complain(`one payment buys two answers: ${who}`);
    if (payment.group === null) return;
    const ofGroup = this.answersOfGroup.get(payment.group) ?? new Map<string, number>();
    if (!ofGroup.has(answerId)) ofGroup.set(answerId, this.options.now());
    this.answersOfGroup.set(payment.group, ofGroup);
    if (this.areTwoWithinADay(ofGroup))
      this.complain(`one idempotency key buys two answers: ${payment.group}`);
  }

  /** What others sent and showed is recorded, and may be served by the schedule, without a key of the payer's. */
  private isBroughtByOthers = (found: Case): boolean =>
    this.isBorne(found) ||
    (found.isShownByOthers && this.options.movementOf(found.payment)?.byService === false);

  /** Who saw it in a block that there is no more pays with it like with a bearer's note, and knows nothing of its key. */
  private isBorne = ({ payment, hasStrangers }: Case): boolean =>
    hasStrangers && this.options.hasVanished(payment);

  /** Of what its payer got, the answers that were made for it, and not for another payment under its key. */
  private ownAnswers = ({ payment, answers }: Case): string[] =>
    [...answers.keys()].filter((id) => this.answersMade.get(id)?.paymentKey === payment.key);

  private soldOnce(path: string, paymentKey: string, answerId: string): void {
    if (!this.scarce.has(answerId) || this.options.lostAt() !== null) return;
    const first = this.scarceSold.get(path) ?? paymentKey;
    this.scarceSold.set(path, first);
    if (first !== paymentKey) this.complain(`what can be had once is sold twice: ${first}, ${paymentKey}`);
  }

  /** An idempotency key binds for a day: what was bought under it later is another purchase. */
  private areTwoWithinADay(answers: ReadonlyMap<string, number>): boolean {
    const times = [...answers.values()].toSorted((a, b) => a - b);
    return times.some((at, index) => at - (times[index - 1] ?? Number.NEGATIVE_INFINITY) < BOUND_FOR_MS);
  }

  /** A payer was asked for another payment, and comes with this one no more. */
  left(payment: Payment): void {
    this.of(payment).left = true;
  }

  /** A payer gives up a payment long after its end, and was told to come again until then. */
  givenUp({ id, rail }: Payment): void {
    this.complain(`a payer is never told what became of its payment: ${id} (${rail})`);
  }

  /** Everything is over: which answers are still due. */
  conclude(): void {
    for (const found of this.cases.values()) this.settle(found);
    for (const group of new Set([...this.cases.values()].map(({ payment }) => payment.group)))
      if (group !== null) this.judgeGroup(group);
  }

  private settle({
    payment,
    answers,
    challengedAt,
    unchargedAt,
    spent,
    left,
    shownAt,
    provedAt,
    othersAt,
  }: Case): void {
    const movement = this.options.movementOf(payment);
    const who = `${payment.id} (${payment.rail})`;
    const isLostToLie =
      movement === null &&
      answers.size > 0 &&
      this.pretences.has(payment.chainKey) &&
      payment.rail === "x402-evm";
    const isAsked = this.askedOfFallback.has(payment.chainKey); // the chain may drop what it sends
    if (isLostToLie && !isAsked && this.options.canBeSettledByAnother && this.isBlameless(payment.key))
      this.complain(`a lie costs a sale that another facilitator could have settled: ${who}`);
    if (movement === null) return;
    if (movement.byService && challengedAt !== null)
      this.complain(`a payment moves after its payer was asked for another: ${who}`);
    if (movement.byService && unchargedAt !== null && movement.at > unchargedAt)
      this.complain(`a payment moves after its payer heard that nothing was charged: ${who}`);
    if (answers.size > 0) return;
    if (this.twins(payment).some((twin) => (this.cases.get(twin.id)?.answers.size ?? 0) > 0)) return;
    // Whoever has seen a payment in a block that there is no more can pay with it, like with a bearer's note.
    const forgotten = spent && (this.options.lostAt() !== null || this.options.hasVanished(payment));
    if (movement.byService && !forgotten) this.complain(`a payment is charged and never served: ${who}`);
    // What others sent is owed an answer, too, unless its payer had been told to sign another before.
    // Who proves the wallet comes first, but not for ever.
    const isLate = othersAt !== null && (provedAt ?? Number.POSITIVE_INFINITY) > othersAt + PROVERS_MS;
    // Of another's payment it can't be told: it is a debt until its wallet is proved.
    const isStray = payment.isStray && provedAt === null;
    const owed = challengedAt === null && !left && shownAt !== null && !forgotten && !isLate && !isStray;
    if (!movement.byService && owed && movement.at - shownAt < 8 * 60_000)
      this.complain(`a payment that others sent is never served: ${who}`);
  }

  private twins({ id, key }: Payment): Payment[] {
    return [...this.cases.values()]
      .map(({ payment }) => payment)
      .filter((other) => other.key === key && other.id !== id);
  }

  private judgeGroup(group: string): void {
    const moved = new Map<string, number>();
    for (const found of this.cases.values()) {
      const { payment } = found;
      const movement = this.options.movementOf(payment);
      if (this.isBorne(found)) continue;
      if (payment.group === group && movement?.byService === true) moved.set(payment.key, movement.at);
    }
    if (this.options.lostAt() === null && this.areTwoWithinADay(moved))
      this.complain(`one idempotency key moves ${moved.size} payments: ${[...moved.keys()].join(", ")}`);
  }
}
