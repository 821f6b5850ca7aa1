import type { Engine } from "@/sandbox/redis/engine";
import type { Judge } from "./judge";
import type { Kernel } from "./kernel";
import type { DoneOnce } from "./limits";
import type { Payment } from "./payments";
import { PRICE } from "./routes";
import { commands, list, text } from "./services/store";

/** What newcomers may have: handlers in vain an hour, of a network and in all, and beyond those of a network's, and in all. */
const MOST = { ofNetwork: 100, inAll: 1_000, shown: 5, shared: 3 } as const;
const COUNTED_MS = 3_600_000;
const SHOWN_MS = 30_000;

/** What the chain tells of a payment and its wallet. */
export interface Money {
  hasMoved(payment: Payment): boolean;
  /** What our node shows of a payer's account; null where others take from it meanwhile. */
  shownOn(payment: Payment): bigint | null;
}

/** A claim with a slot. */
interface Claim {
  owner: string;
  slots: string;
  /** Keys of the work in vain, of all and of its network. */
  inAll: string;
  ofNetwork: string;
  /** Its payer's balance, as it was told to the ledger. */
  shown: string;
  hasOneSlot: boolean;
  at: number;
  until: number;
  /** A handler began to make its answer. */
  isWorkedFor: boolean;
  place: "shown" | "shared" | null;
}

/** Holds the service to the limits of payers who have never paid: what counts as work in vain, and who passes beyond that. */
export class Newcomers {
  /** By payment, the last of each. */
  private readonly claims = new Map<string, Claim>();

  constructor(
    private readonly engine: Engine,
    private readonly judge: Judge,
    private readonly kernel: Kernel,
    private readonly money: Money,
  ) {}

  /** The store lost everything. */
  forget = (): void => this.claims.clear();

  note(done: DoneOnce): void {
    const { script, payment, args, keys, reply } = done;
    const { now } = this.kernel;
    const [said = ""] = reply;
    // An earlier claim of it has run out, and stays counted.
    if (script === "BEGIN" && said === "claimed" && args[12] === "") this.claims.delete(payment);
    // A claim that is reported once more says no more than that.
    if (script === "BEGIN" && said === "claimed" && args[12] !== "" && reply.length > 1)
      void this.begin(payment, {
        ...{ owner: args[1] ?? "", slots: keys[3] ?? "", inAll: keys[5] ?? "", shown: args[21] ?? "" },
        ...{ ofNetwork: `${keys[5]}:${args[16]}`, hasOneSlot: args[13] === "1", at: now },
        ...{ until: now + Number(args[2]), isWorkedFor: false, place: null },
      });
    if (script === "TAKE_SLOT" && said === "ok")
      void this.begin(payment, {
        ...{ owner: args[0] ?? "", slots: keys[3] ?? "", inAll: keys[4] ?? "", shown: args[9] ?? "" },
        ...{ ofNetwork: `${keys[4]}:${args[5]}`, hasOneSlot: args[4] === "1", at: now },
        ...{ until: now + Number(args[1]), isWorkedFor: false, place: null },
      });
    const claim = this.claims.get(payment);
    if (claim === undefined) return;
    if ((script === "SETTLED" && said === "ok") || (script === "CREDIT" && /^(ok|waits)$/.test(said)))
      this.end(payment, claim, false);
    if (script === "RELEASED" && said === "ok") {
      const [, owner, cooldownMs, , , , isInVain] = args;
      const isProved = owner === "" && cooldownMs !== "0";
      this.end(payment, claim, claim.isWorkedFor && (isProved || isInVain === "1"));
    }
  }

  /** A handler begins to make the answer for a payment. No newcomer's open payments are worked for beyond its balance. */
  works(paymentKey: string): void {
    const claim = this.claims.get(paymentKey);
    const payment = this.judge.paymentOf(paymentKey);
    if (claim === undefined || payment === undefined) return;
    claim.isWorkedFor = true;
    const shown = this.money.shownOn(payment);
    if (shown === null) return;
    const open = [...this.claims].filter(
      ([key, { slots, isWorkedFor }]) => slots === claim.slots && isWorkedFor && this.isOpen(key),
    );
    if (BigInt(open.length * PRICE) > shown)
      this.judge.complain(`a newcomer is worked for beyond its balance: ${payment.id}`);
  }

  private isOpen(paymentKey: string): boolean {
    const payment = this.judge.paymentOf(paymentKey);
    return payment !== undefined && !this.money.hasMoved(payment);
  }

  private async begin(payment: string, claim: Claim): Promise<void> {
    const { owner, slots, inAll, ofNetwork } = claim;
    const standing = [`(${this.kernel.now}`, "+inf", "BYSCORE"];
    const [paid, counted, network, all] = await commands(this.engine, [
      ["ZSCORE", slots, "paid"],
      ["ZSCORE", ofNetwork, owner],
      ["ZRANGE", ofNetwork, ...standing],
      ["ZRANGE", inAll, ...standing],
    ]);
    if (text(paid) !== null) return void this.claims.delete(payment);
    if (text(counted) === null)
      return this.judge.complain(`a newcomer is worked for and not counted: ${payment}`);
    if (list(network).length > MOST.ofNetwork || list(all).length > MOST.inAll)
      this.beginBeyond(payment, claim);
    this.claims.set(payment, claim);
  }

  /** A newcomer has a slot although a budget is used up. */
  private beginBeyond(payment: string, claim: Claim): void {
    const { now } = this.kernel;
    const others = [...this.claims.values()];
    claim.place = claim.hasOneSlot || claim.shown === "unread" ? "shared" : "shown";
    if (claim.place === "shared") {
      if (others.filter(({ place, until }) => place === "shared" && until > now).length >= MOST.shared)
        this.judge.complain(`more newcomers are worked for than share what is left: ${payment}`);
      return;
    }
    if (claim.shown === "")
      this.judge.complain(`a newcomer is worked for whose balance nobody has shown: ${payment}`);
    const shown = others.filter(({ place, at }) => place === "shown" && at + SHOWN_MS > now);
    if (shown.some(({ slots }) => slots === claim.slots))
      this.judge.complain(`a shown balance serves two claims within its time: ${payment}`);
    if (shown.filter(({ ofNetwork }) => ofNetwork === claim.ofNetwork).length >= MOST.shown)
      this.judge.complain(`more of one network are worked for than may be: ${payment}`);
  }

  /** A claim has ended, in vain or not: only what a handler did, and its payer's doing ended, goes on to count. */
  private end(payment: string, claim: Claim, isInVain: boolean): void {
    this.claims.delete(payment);
    if (isInVain) {
      if (claim.at + COUNTED_MS > this.kernel.now) void this.requireCounted(payment, claim);
    } else void this.requireUncounted(payment, claim);
  }

  private async requireCounted(payment: string, { owner, ofNetwork }: Claim): Promise<void> {
    const [counted] = await commands(this.engine, [["ZSCORE", ofNetwork, owner]]);
    if (text(counted) === null) this.judge.complain(`what was done in vain is not counted: ${payment}`);
  }

  private async requireUncounted(payment: string, claim: Claim): Promise<void> {
    const { owner, slots, inAll, ofNetwork, place } = claim;
    const network = ofNetwork.slice(inAll.length + 1);
    const found = await commands(this.engine, [
      ["ZSCORE", inAll, owner],
      ["ZSCORE", ofNetwork, owner],
      ["ZSCORE", `${inAll}:shown:${network}`, owner],
      ["ZSCORE", `${inAll}:shared`, owner],
      ...(place === "shown" ? [["ZSCORE", slots, "shown"]] : []),
    ]);
    // What has run out is taken away by whoever comes next.
    if (found.some((one) => Number(text(one) ?? 0) > this.kernel.now))
      this.judge.complain(`what was not done in vain goes on to count: ${payment}`);
  }
}
