import type { Engine } from "@/sandbox/redis/engine";
import type { Judge } from "./judge";
import type { Kernel } from "./kernel";
import { ROUTES } from "./routes";
import { commands, list, text } from "./services/store";

const MOST: ReadonlyMap<string, number> = new Map(
  Object.values(ROUTES).map(({ slots }) => [slots.group, slots.most]),
);
const UNKNOWN_SLOT_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** A sale that took so long is asked about once more before its intent, whatever its questions take. */
const SLOW_MS = 5_500;
/** What one question to a node takes at most, where no message is late. */
const QUESTION_MS = 1_200;

/** One script that was done: its keys and arguments, and what it replied. */
export interface DoneOnce {
  script: string;
  payment: string;
  keys: readonly string[];
  args: readonly string[];
  reply: readonly string[];
}

/** The last claim of a payment. */
interface Claim {
  owner: string;
  /** Of slots; empty without one. */
  group: string;
  household: string;
  at: number;
  /** When its intent was written; null before. */
  intentAt: number | null;
}

/**
 * Holds the service to the limits of payers, by the simulator's own record of what the scripts replied: who is worked for, who
 * cools down and for how long, and what counts against whom.
 */
export class Limits {
  /** When a payer's cooldown ends, by its key of slots; and a household's, for newcomers' scans. */
  private readonly coolUntil = new Map<string, number>();
  private readonly householdCoolsUntil = new Map<string, number>();
  private readonly claims = new Map<string, Claim>();
  /** When a payment was first presented that could not be looked up. */
  private readonly presented = new Map<string, number>();

  constructor(
    private readonly engine: Engine,
    private readonly judge: Judge,
    private readonly kernel: Kernel,
  ) {}

  /** The store lost everything, what it bounds besides. */
  forget(): void {
    for (const known of [this.coolUntil, this.householdCoolsUntil, this.claims, this.presented])
      known.clear();
  }

  note(done: DoneOnce): void {
    const { script, payment, args, reply } = done;
    const { now } = this.kernel;
    if (script === "BEGIN" && reply[0] === "claimed") {
      const [owner = "", group = "", household = ""] = [args[1], args[12], args[17]];
      this.claims.set(payment, { owner, group, household, at: now, intentAt: null });
      if (group !== "") this.noteSlot(done);
    }
    if (reply[0] !== "ok") return;
    const claim = this.claims.get(payment);
    if (script === "TAKE_SLOT" && claim !== undefined) {
      Object.assign(claim, { group: args[3] ?? "", household: args[6] ?? "" });
      this.noteSlot(done);
    }
    if (script === "INTENT") this.noteIntent(done);
    if (script === "UNKNOWN") void this.requireKeptSlot(done);
    if (script === "SETTLED") void this.requireBinding(done);
    if (script === "RELEASED") this.noteRelease(done);
  }

  /** A call has claimed a payment with a slot, so that its answer may be made. */
  private noteSlot(done: DoneOnce): void {
    const slots = done.keys[3] ?? "";
    if ((this.coolUntil.get(slots) ?? 0) > this.kernel.now)
      this.judge.complain(`a payer that cools down is worked for: ${slots}`);
    const { group = "", household = "" } = this.claims.get(done.payment) ?? {};
    if (group === "scans" && (this.householdCoolsUntil.get(household) ?? 0) > this.kernel.now)
      void this.requirePaid(slots, household);
    void this.countSlots(slots, group);
  }

  /** Whoever has paid may have a site scanned that a neighbour has had scanned in vain. */
  private async requirePaid(slots: string, household: string): Promise<void> {
    const [paid] = await commands(this.engine, [["ZSCORE", slots, "paid"]]);
    if (text(paid) === null)
      this.judge.complain(`a newcomer is scanned for whose household cools down: ${household}`);
  }

  private noteIntent(done: DoneOnce): void {
    void this.requireSlot(done);
    const claim = this.claims.get(done.payment);
    if (claim === undefined) return;
    const { now } = this.kernel;
    claim.intentAt = now;
    const diesAt = this.judge.diesAt(done.payment);
    if (this.isSlow(claim) && diesAt !== null && now > diesAt + QUESTION_MS)
      this.judge.complain(`a payment is sent that had run out while its answer was made: ${done.payment}`);
  }

  /** The answer took so long that its payment was asked about before the intent. Only where no message is late is that known. */
  private isSlow = ({ at, intentAt }: Claim): boolean =>
    this.judge.isQuiet && intentAt !== null && intentAt - at > SLOW_MS;

  private noteRelease(done: DoneOnce): void {
    const { payment, args, keys } = done;
    const [slots = ""] = [keys[3]];
    const { now } = this.kernel;
    const claim = this.claims.get(payment);
    void this.requireNothingCounted(done);
    if (args[1] !== "" && args[5] === "1") void this.requirePresented(done);
    const isScan = claim?.group === "scans";
    const cooldownMs = Number(args[2]);
    if (cooldownMs === 0) return;
    const until = now + (isScan ? Math.max(cooldownMs, Number(args[8])) : cooldownMs);
    this.coolUntil.set(slots, Math.max(until, this.coolUntil.get(slots) ?? 0));
    const household = claim?.household ?? "";
    if (isScan && household !== "")
      this.householdCoolsUntil.set(household, Math.max(until, this.householdCoolsUntil.get(household) ?? 0));
    const hadTime = claim !== undefined && this.isSlow(claim) && this.judge.isUntouched(payment);
    if (hadTime || this.judge.isBlameless(payment))
      this.judge.complain(`a payer cools down for what others did: ${payment}`);
  }

  /** What its payer has not brought, nor signed for here and now, counts against nobody's slots. */
  private async requireNothingCounted({ payment, args, keys }: DoneOnce): Promise<void> {
    if (this.judge.isKnown(payment)) return;
    const [slots = ""] = [keys[3]];
    const counted = ["refusal", "explained"].map((kind) => ["ZSCORE", slots, `${kind} ${args[1]}`]);
    const found = await commands(this.engine, counted);
    if (found.some((one) => text(one) !== null))
      this.judge.complain(`what others bring counts against a payer: ${slots}`);
  }

  /** What could not be looked up is remembered for a day from when it first came, and only what its payer has signed. */
  private async requirePresented({ payment, keys }: DoneOnce): Promise<void> {
    const [slots = ""] = [keys[3]];
    const first = this.presented.get(payment) ?? this.claims.get(payment)?.at ?? this.kernel.now;
    this.presented.set(payment, first);
    const [found] = await commands(this.engine, [["ZSCORE", slots, `presented ${payment}`]]);
    const until = text(found ?? null);
    if (until === null) return;
    if (!this.judge.isKnown(payment))
      this.judge.complain(`a wallet's slots remember what it has not signed: ${payment}`);
    else if (Number(until) < first + DAY_MS - 1_000)
      this.judge.complain(`when a payment was first presented is forgotten within the day: ${payment}`);
  }

  private async slotEnd({ payment, keys }: DoneOnce): Promise<number> {
    const { group = "calls" } = this.claims.get(payment) ?? {};
    const [members] = await commands(this.engine, [["ZRANGE", keys[3] ?? "", "0", "-1"]]);
    const own = list(members).find((member) => member.startsWith(`${group} ${payment} `));
    if (own === undefined) return 0;
    const [end] = await commands(this.engine, [["ZSCORE", keys[3] ?? "", own]]);
    return Number(text(end) ?? 0);
  }

  /** An answer was made for a payment that has not moved. */
  private async requireSlot(done: DoneOnce): Promise<void> {
    if ((await this.slotEnd(done)) <= this.kernel.now)
      this.judge.complain(`an answer is made without a slot of its payer: ${done.payment}`);
  }

  /** Nobody knows what becomes of a payment: it counts for as long as it can move. */
  private async requireKeptSlot(done: DoneOnce): Promise<void> {
    const end = await this.slotEnd(done);
    if (end > this.kernel.now && end < this.kernel.now + UNKNOWN_SLOT_MS)
      this.judge.complain(`a payment of which nothing is known loses its slot: ${done.payment}`);
  }

  /** For as long as an answer is kept its idempotency key leads to it, or a second payment would be charged beside it. */
  private async requireBinding({ payment, keys }: DoneOnce): Promise<void> {
    const [record = "", answer = ""] = keys;
    const [binding, boundTo] = (
      await commands(this.engine, [
        ["HGET", record, "binding"],
        ["HGET", record, "boundTo"],
      ])
    ).map((one) => text(one));
    if (binding === null || binding === undefined) return;
    const [bound, boundMs, answerMs] = await commands(this.engine, [
      ["GET", binding],
      ["PTTL", binding],
      ["PTTL", answer],
    ]);
    if (text(bound) === boundTo && Number(boundMs) < Number(answerMs))
      this.judge.complain(`an idempotency key is free before its answer has gone: ${payment}`);
  }

  private async countSlots(key: string, group: string): Promise<void> {
    const range = ["ZRANGE", key, `(${this.kernel.now}`, "+inf", "BYSCORE"];
    const [reply] = await commands(this.engine, [range]);
    const taken = list(reply).filter((member) => member.startsWith(`${group} `));
    const bound = MOST.get(group) ?? 0;
    // Each settled sale adds a slot where there are several.
    const sales = list(reply).filter((member) => member.startsWith("sale ")).length;
    const most = bound > 1 ? bound + sales : bound;
    if (taken.length > most) this.judge.complain(`a payer has ${taken.length} slots: ${key}`);
    const foreign = taken.filter((member) => !this.judge.isKnown(member.split(" ")[1] ?? ""));
    if (foreign.length >= most) this.judge.complain(`what others bring fills a payer's slots: ${key}`);
  }
}
