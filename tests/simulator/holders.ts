import type { Judge } from "./judge";
import type { Kernel, Owner } from "./kernel";

/** For so long only who proves the wallet gets what others sent. */
const PROVERS_MS = 120_000;

/** The holder of a payment, by the replies of the ledger's scripts. */
interface Holder {
  owner: string;
  state: "claimed" | "settling" | "unknown" | "credited";
  /** Until when (ms of the store's time) nobody else may take it. */
  until: number;
  fingerprint: string;
  evidence: string;
  /** When it was credited, if it was. */
  creditedAt?: number;
  /** The instance whose call has heard that it holds the payment; null where none has, and so none can let it go. */
  knownTo: Owner | null;
}

/** One script that was done: its arguments behind the keys, and what it replied. */
interface Done {
  payment: string;
  args: readonly string[];
  reply: readonly string[];
  /** The instance that hears the reply; null where it gets lost, or comes too late. */
  heardBy: Owner | null;
}

/**
 * Keeps its own account of who holds which payment, from what the scripts replied, and complains of a transition that
 * till.md's states do not allow: what the scripts compare is compared here once more, from outside.
 */
export class Holders {
  private readonly held = new Map<string, Holder>();
  /** When each payment was first brought. */
  private readonly shownAt = new Map<string, number>();

  constructor(
    private readonly judge: Judge,
    private readonly kernel: Kernel,
  ) {}

  /** The store lost everything, so there is no holder. */
  forget(): void {
    this.held.clear();
    this.shownAt.clear();
  }

  note(script: string, done: Done): void {
    const [kind] = done.reply;
    if (script === "BEGIN") return this.began(done);
    if (kind !== "ok" && kind !== "waits" && kind?.startsWith("refused: ") !== true) return;
    switch (script) {
      case "INTENT":
        return this.intended(done);
      case "UNKNOWN":
        return this.markedUnknown(done);
      case "RELEASED":
        return this.released(done);
      case "SETTLED":
        return this.settled(done);
      case "CREDIT":
        return this.credited(done);
      case "FULFIL":
        return this.fulfilled(done);
      case "RELEASE_CREDIT":
        return this.creditReleased(done);
      case "DROP_OPEN":
        return this.dropped(done);
      case "SEARCHED":
        return this.searched(done);
    }
  }

  private complain(what: string, payment: string): void {
    this.judge.complain(`${what}: ${payment}`);
  }

  /** The holder of a payment; a claim that has run out is nobody's. */
  private of(payment: string): Holder | undefined {
    const holder = this.held.get(payment);
    return holder?.state === "claimed" && holder.until <= this.kernel.now ? undefined : holder;
  }

  private began({ payment, args, reply, heardBy }: Done): void {
    const [, owner = "", leaseMs = "", fingerprint = ""] = args;
    const provesWallet = args[10];
    if (!this.shownAt.has(payment)) this.shownAt.set(payment, this.kernel.now);
    const [kind, state, recorded, proved] = reply;
    const answer = reply[8] ?? "";
    if (kind === "record" && state !== "settled" && answer !== "")
      this.complain("the ledger tells an answer before its payment is settled", payment);
    const holder = this.of(payment);
    const until = this.kernel.now + Number(leaseMs);
    if (kind === "claimed") {
      if (holder !== undefined && holder.owner !== owner)
        this.complain(`a payment that is ${holder.state} is claimed by another call`, payment);
      if (holder === undefined)
        this.held.set(payment, {
          ...{ owner, state: "claimed", until, fingerprint, evidence: "" },
          knownTo: heardBy,
        });
    }
    if (kind !== "taken-over") return;
    // What waits for a proof of its wallet is held by nobody.
    const isProver = provesWallet === "1" && holder?.state === "credited" && holder.owner === "";
    if (holder !== undefined && holder.until >= this.kernel.now && !isProver)
      this.complain("a payment is taken from its holder while the lease runs", payment);
    if (recorded !== fingerprint || proved !== "1")
      this.complain("a payment is handed to a call without its request or its proof", payment);
    if (holder !== undefined) Object.assign(holder, { owner, until, fingerprint, knownTo: heardBy });
  }

  private intended({ payment, args, heardBy }: Done): void {
    const [owner = "", leaseMs = "", evidence = ""] = args;
    const holder = this.of(payment);
    if (holder?.owner !== owner || holder.state !== "claimed")
      this.complain("a call that does not hold the payment writes its intent", payment);
    const fingerprint = holder?.fingerprint ?? "";
    const until = this.kernel.now + Number(leaseMs);
    this.held.set(payment, {
      ...{ owner, state: "settling", until, fingerprint, evidence },
      knownTo: heardBy,
    });
  }

  private markedUnknown({ payment, args }: Done): void {
    const holder = this.of(payment);
    if (holder?.owner !== args[0] || holder?.state !== "settling")
      this.complain("a call that does not hold the payment hands it to the chain", payment);
    if (holder !== undefined) Object.assign(holder, { owner: "", state: "unknown", until: 0 });
  }

  private released({ payment, args }: Done): void {
    const [, owner = "", , evenSettling, evidence] = args;
    const holder = this.of(payment);
    this.held.delete(payment);
    if (owner === "") {
      const mayBe =
        holder?.state === "unknown" || (holder?.state === "settling" && holder.until < this.kernel.now);
      if (!mayBe) this.complain("a payment that a call is at is released as unmoved", payment);
      if (holder?.evidence !== evidence)
        this.complain("a payment is released by the evidence of another", payment);
      return;
    }
    const mayBe = holder?.state === "claimed" || (holder?.state === "settling" && evenSettling === "1");
    if (holder?.owner !== owner || !mayBe)
      this.complain("a call that does not hold the payment releases it", payment);
  }

  private dropped({ payment }: Done): void {
    if (this.of(payment) !== undefined)
      this.complain("a payment that has a record is taken from the open list", payment);
  }

  /** A call has failed for a credited payment and says that it stays credited: the next one may serve it at once. */
  requireFree(payment: string): void {
    const holder = this.of(payment);
    if (holder?.state !== "credited" || holder.until <= this.kernel.now) return;
    // A call that died, or never heard that it took the payment over, keeps it for its lease.
    if (holder.knownTo !== null && !holder.knownTo.dead)
      this.complain("a call that is over keeps a credited payment from the next one", payment);
  }

  private settled({ payment }: Done): void {
    const holder = this.of(payment);
    if (holder?.state !== "settling" && holder?.state !== "unknown")
      this.complain("a payment is settled that was not open", payment);
    this.held.delete(payment);
  }

  private searched({ payment, args }: Done): void {
    const holder = this.of(payment);
    if (holder?.state !== "settling" && holder?.state !== "unknown")
      this.complain("a search is noted for a payment that is not open", payment);
    if (holder?.evidence !== args[0])
      this.complain("a search is noted for a payment that is another's", payment);
  }

  private credited({ payment, args, reply }: Done): void {
    const [owner, leaseMs = ""] = args;
    const [kind, waitMs = ""] = reply;
    const holder = this.of(payment);
    if (holder?.owner !== owner || holder?.state !== "claimed")
      this.complain("a call that does not hold the payment credits it", payment);
    const isPublic = args[8] !== "1" && this.judge.isPublic(payment);
    if (args[8] !== "1" && this.judge.isStray(payment))
      this.complain("a stray is credited without a proof of its wallet", payment);
    if (kind === "ok" && isPublic && this.kernel.now < (this.shownAt.get(payment) ?? 0) + PROVERS_MS)
      this.complain("what everybody may show is given to a call without a proof of the wallet", payment);
    const until = this.kernel.now + Number(kind === "ok" ? leaseMs : waitMs);
    if (holder !== undefined)
      Object.assign(holder, {
        state: "credited",
        until,
        creditedAt: this.kernel.now,
        ...(kind === "ok" ? {} : { owner: "" }),
      });
  }

  private fulfilled({ payment, args }: Done): void {
    const holder = this.of(payment);
    if (holder?.owner !== args[0] || holder?.state !== "credited")
      this.complain("a call that does not hold the payment answers it", payment);
    if (holder?.creditedAt !== undefined) this.judge.servedCredit(payment, holder.creditedAt);
    this.held.delete(payment);
  }

  private creditReleased({ payment, args }: Done): void {
    const holder = this.of(payment);
    if (holder?.owner !== args[0] || holder?.state !== "credited")
      this.complain("a call that does not hold the payment lets it go", payment);
    if (holder !== undefined) Object.assign(holder, { owner: "", until: 0 });
  }
}
