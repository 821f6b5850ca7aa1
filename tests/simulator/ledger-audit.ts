import type { Engine } from "@/sandbox/redis/engine";
import { Holders } from "./holders";
import type { Judge, Movement } from "./judge";
import type { Kernel, Owner } from "./kernel";
import { Limits } from "./limits";
import { type Money, Newcomers } from "./newcomers";
import type { Payment } from "./payments";
import { NETWORKS } from "@/lib/chains/networks";
import type { Reply } from "./services/message";
import { auditUnseen } from "./unseen-audit";
import { holderOf } from "@/lib/payments/ledger/reserve";
import { PRICE, ROUTES, type RoutePath, uniqueKey } from "./routes";
import { commands, list, text } from "./services/store";

const PATHS = Object.keys(ROUTES) as RoutePath[]; // its own keys
const groupOf = ({ path }: Payment): string => ROUTES[path].slots.group;

/** What of the ledger has no end. */
const FOR_GOOD = [
  ...["epoch", "totals", "last-sales", "open", "journal"],
  ...["switches", "to-confirm", "suspects", "debts", "debt-notes", "token-totals", "refunds"],
  ...["alarms", "schedules", "sent-alerts", "sizes", "self-probe"],
] as const;
const DAY_MS = 86_400_000;
/** All else, by its key, and how long it is kept at most. An open payment's record has no end, but none is open then. */
const LONGEST_KEPT_MS = [
  [":record", 30 * DAY_MS],
  [":answer", DAY_MS],
  [":slots:", 30 * DAY_MS], // that its payer has paid
  [":idempotency:", DAY_MS],
  [":proof-nonce:", DAY_MS],
  [":in-vain:scanned:", DAY_MS],
  [":in-vain", 60 * 60_000],
  [":moved:", DAY_MS],
  [":silent:", 60_000],
  [":trusted-in-silence:", 60 * 60_000],
  [":token-sold:", 2 * DAY_MS],
  [":token-burns:", 400 * DAY_MS],
] as const;

/** A sale on Solana, by whose word, and when it was settled (ms). */
interface Named {
  who: string;
  transaction: string;
  by: string;
  at: number;
}

/** Scripts whose first word says what became of a payment. */
const TELLING =
  /^(BEGIN|TAKE_SLOT|INTENT|UNKNOWN|RELEASED|SETTLED|CREDIT|FULFIL|RELEASE_CREDIT|DROP_OPEN|SEARCHED)$/;

/** A script's reply as the store's client is sent it. Throws where it says nothing that an audit could read. */
function wordsOf(label: string, result: unknown): string[] {
  const words = (Array.isArray(result) ? result : [result]).map(String);
  if (TELLING.test(label) && !/^[a-z-]*(: |$)/.test(words[0] ?? ""))
    throw new Error(`${label} replied what no audit can read: ${words.join(" ")}`);
  return words;
}

/** Audits the ledger in the store, independently of the service. */
export class LedgerAudit {
  private readonly holders: Holders;
  private readonly limits: Limits;
  private readonly newcomers: Newcomers;

  constructor(
    private readonly engine: Engine,
    private readonly prefix: string,
    private readonly judge: Judge,
    private readonly kernel: Kernel,
    money: Money,
  ) {
    this.holders = new Holders(judge, kernel);
    this.limits = new Limits(engine, judge, kernel);
    this.newcomers = new Newcomers(engine, judge, kernel, money);
  }

  /** A handler begins to make the answer for a payment. */
  works = (paymentKey: string): void => this.newcomers.works(paymentKey);

  lose(what: "everything" | "scripts"): void {
    void commands(this.engine, [what === "everything" ? ["FLUSHALL"] : ["SCRIPT", "FLUSH"]]);
    if (what !== "everything") return;
    this.limits.forget();
    this.newcomers.forget();
    this.holders.forget();
  }

  /** A call has failed for a credited payment, and nobody else is at it. */
  requireFree = ({ key }: Payment): void => this.holders.requireFree(key);

  /** A request to the ledger was done: one command, or several. */
  note(
    commandsDone: readonly (readonly string[])[],
    labels: readonly string[],
    { body }: Reply,
    heardBy: Owner | null,
  ): void {
    const parsed: unknown = JSON.parse(body); // the store's own reply
    const results = Array.isArray(parsed) ? parsed : [parsed];
    for (const [index, words] of commandsDone.entries()) {
      const { result } = results[index] as { result?: unknown }; // one for each command
      const keys = Number(words[2]);
      const payment = /\{(.+)\}/.exec(words[3] ?? "")?.[1];
      if (payment === undefined || !Number.isInteger(keys)) continue;
      const label = labels[index] ?? "";
      const done = { payment, args: words.slice(3 + keys), reply: wordsOf(label, result), heardBy };
      this.holders.note(label, done);
      const doneOnce = { ...done, script: label, keys: words.slice(3, 3 + keys) };
      this.limits.note(doneOnce);
      this.newcomers.note(doneOnce);
      if (label === "BEGIN" && done.reply[0] === "claimed") void this.requireEpoch();
    }
  }

  private async requireEpoch(): Promise<void> {
    const [found] = await commands(this.engine, [["EXISTS", `${this.prefix}:ledger:epoch`]]);
    if (found === 0) this.judge.complain("a ledger takes a payment and has not noted when it began: epoch");
  }

  /** Everything is over: compares the ledger with the chain. */
  async audit(
    movementOf: (payment: Payment) => Movement | null,
    lostAt: number | null,
    isReturned: (paymentKey: string) => boolean,
  ): Promise<void> {
    const { prefix, judge } = this;
    // Of several with one key, that one which moved.
    const inOrder = judge.payments.toSorted(
      (a, b) => Number(movementOf(a) !== null) - Number(movementOf(b) !== null),
    );
    const payments = new Map(inOrder.map((payment) => [payment.key, payment]));
    const key = (...parts: string[]): string => [prefix, ...parts].join(":");
    const [open] = await commands(this.engine, [["ZRANGE", key("ledger", "open"), "0", "-1"]]);
    const left = new Set(list(open));
    const [debts] = await commands(this.engine, [["ZRANGE", key("ledger", "debts"), "0", "-1"]]);
    const owed = new Set(list(debts));
    const sold: Payment[] = [];
    const transactions: string[] = [];
    const onSolana: Named[] = [];
    for (const payment of payments.values()) {
      const movement = movementOf(payment);
      const record = key("ledger", `{${payment.key}}`, "record");
      const [state, receipt, effects, slot, trust, by, settledAt] = await commands(this.engine, [
        ["HGET", record, "state"],
        ["HGET", record, "receipt"],
        ["HGET", "sim:effects", payment.key],
        ["ZSCORE", key("ledger", "slots", payment.payer), `${groupOf(payment)} ${payment.key}`],
        ["HGET", record, "trust"],
        ["HGET", record, "by"],
        ["HGET", record, "settledAt"],
      ]);
      const found = text(state);
      const applied = Number(text(effects) ?? 0);
      const who = `${payment.id} (${payment.rail})`;
      // A payment that moved although its key had bought by another keeps its credit: its payer has that one's answer.
      // So does one that was served before the store forgot it, and came back once more.
      const isSecond =
        found === "credited" &&
        (judge.isGroupServed(payment) || (judge.isServed(payment) && lostAt !== null));
      // What was sold is sold, whoever returns its money.
      const isBack = (found === "refunding" || found === "refunded") && isReturned(payment.key);
      const isSold = found === "settled" || isBack;
      if (found !== null && !isSold && !isSecond) judge.complain(`a book stays ${found}: ${who}`);
      if (left.has(payment.key) === owed.has(payment.key) && found === "credited")
        judge.complain(`a credited payment is on no list, or on both: ${who}`);
      if (found === "credited") left.delete(payment.key);
      const isOwed = found === "credited" || found === "refunding" || (payment.isStray && found === null);
      if (!isOwed && owed.has(payment.key)) judge.complain(`no debt is listed as one: ${who}`);
      if (payment.isStray && found === null && movement !== null && lostAt === null && !owed.has(payment.key))
        judge.complain(`a stray is on no list of debts: ${who}`);
      const trusted = text(trust) ?? "believed";
      if (isSold) judge[movement === null ? "unbacked" : "backed"](payment.key, trusted, who);
      const expected = isSold ? 1 : 0;
      if (applied !== expected && !(lostAt !== null && applied <= 1))
        judge.complain(`effects were applied ${applied} times: ${who}, ${found ?? "without a record"}`);
      if (text(slot) !== null && Number(text(slot)) > this.kernel.now && found !== "unknown")
        judge.complain(`a payment that is over still has its slot: ${who}`);
      if (!isSold) continue;
      sold.push(payment);
      const { transaction } = JSON.parse(text(receipt) ?? "{}") as { transaction?: string }; // the product's own form
      transactions.push(`${payment.payer} ${transaction ?? ""}`);
      if (payment.rail !== "x402-evm")
        onSolana.push({
          who,
          transaction: transaction ?? "",
          by: text(by) ?? "",
          at: Number(text(settledAt)),
        });
    }
    for (const key of left) judge.complain(`a payment stays on the open list: ${key}`);
    if (lostAt !== null) return;
    this.auditNamed(onSolana);
    await this.auditUnique(key("ledger"));
    await this.auditLeftovers(key("ledger"));
    await this.auditJournal(key("ledger", "journal"), transactions);
    await this.auditTotals(key("ledger"), sold);
  }

  /** On Solana a transaction is one payment's: nobody's word for another is taken once a sale has it. */
  private auditNamed(sales: readonly Named[]): void {
    const first = new Map<string, Named>();
    for (const sale of sales.toSorted((a, b) => a.at - b.at)) {
      const other = first.get(sale.transaction);
      if (other !== undefined && sale.by !== "")
        this.judge.complain(`one transaction has settled two sales: ${other.who}, ${sale.who}`);
      first.set(sale.transaction, other ?? sale);
    }
  }

  /** What each wallet took is the sum of its sales, each asset by itself, and what was burned is the burns' record. */
  private async auditTotals(ledger: string, sold: readonly Payment[]): Promise<void> {
    const sum = (of: readonly Payment[], amount: (payment: Payment) => bigint): string =>
      String(of.reduce((all, payment) => all + amount(payment), 0n));
    const inToken = sold.filter(({ rail }) => rail === "own-token");
    const { evm, solana } = NETWORKS.testnet;
    for (const account of new Set([evm.id, solana.id, ...inToken.map((payment) => payment.account)])) {
      const ours = sold.filter((payment) => payment.account === account);
      const [total] = await commands(this.engine, [["HGET", `${ledger}:totals`, account]]);
      const taken = sum(ours, ({ rail, takes }) => (rail === "own-token" ? takes : BigInt(PRICE)));
      if ((text(total) ?? "0") !== taken)
        this.judge.complain(`the total of ${account} is ${text(total)}, sold were ${taken}`);
    }
    const fields = ["gross", "burned", "kept", "payments"];
    const expected = [
      sum(inToken, ({ takes, burns }) => takes + burns),
      sum(inToken, ({ burns }) => burns),
      sum(inToken, ({ takes }) => takes),
      String(inToken.length),
    ];
    const [totals] = await commands(this.engine, [["HMGET", `${ledger}:token-totals`, ...fields]]);
    const written = Array.isArray(totals) ? totals.map((one) => text(one) ?? "0") : [];
    if (written.join() !== expected.join())
      this.judge.complain(`the burns' totals are ${written.join()}, of what was sold ${expected.join()}`);
    await this.auditBurns(ledger, inToken);
  }

  /** Each payment in the own token stands in the burns' record once, with what its transaction burned. */
  private async auditBurns(ledger: string, inToken: readonly Payment[]): Promise<void> {
    const [days] = await commands(this.engine, [["KEYS", `${ledger}:token-burns:*`]]);
    const listed: string[] = [];
    for (const day of list(days)) {
      const [members] = await commands(this.engine, [["ZRANGE", day, "0", "-1"]]);
      listed.push(...list(members).map((member) => member.split(" ").slice(1).join(" ")));
    }
    const burned = inToken.map(({ takes, burns }) => [takes + burns, burns, takes].join(" "));
    if (listed.toSorted().join() !== burned.toSorted().join())
      this.judge.complain(`the burns' record has ${listed.join("; ")}, burned were ${burned.join("; ")}`);
  }

  /** Each sale has one line, by its payer and transaction, and nothing else has one. */
  private async auditJournal(index: string, sales: readonly string[]): Promise<void> {
    const [days] = await commands(this.engine, [["HGETALL", index]]);
    const counted = list(days).flatMap((day, at, all) =>
      at % 2 === 0 ? [[day, Number(all[at + 1])] as const] : [],
    );
    const written: string[] = [];
    for (const [day, lines] of counted) {
      const [found] = await commands(this.engine, [["XRANGE", `${index}:${day}`, "-", "+"]]);
      const entries = Array.isArray(found) ? found : [];
      if (entries.length !== lines)
        this.judge.complain(`the journal counts ${lines} sales of day ${day}, and has ${entries.length}`);
      for (const entry of entries) {
        const [, fields] = Array.isArray(entry) ? entry : [];
        const words = (list(fields)[1] ?? "").split(" ");
        const [state, , , , , payer, transaction, , corrects = ""] = words;
        const wrong = written.findIndex((line) => line.startsWith(`${payer} ${corrects}`));
        if (state === "settled" || state === "credited") written.push(`${payer} ${transaction}`);
        if (state === "corrected" && wrong >= 0) written[wrong] = `${payer} ${transaction}`;
      }
    }
    if (written.toSorted().join() !== sales.toSorted().join())
      this.judge.complain(`the journal has ${written.join("; ")}, and sold were ${sales.join("; ")}`);
  }

  /** What can be had once is a sale's, or free. */
  private async auditUnique(ledger: string): Promise<void> {
    for (const path of PATHS) {
      const [held] = await commands(this.engine, [["GET", uniqueKey(path)]]);
      const holder = text(held) === null ? null : holderOf(text(held) ?? "");
      if (holder === null) continue;
      const [state] = await commands(this.engine, [["HGET", `${ledger}:{${holder.value}}:record`, "state"]]);
      if (holder.pending) this.judge.complain(`what can be had once stays reserved by ${holder.value}`);
      else if (text(state) !== "settled")
        this.judge.complain(`what can be had once is kept for what was not sold: ${holder.value}`);
    }
  }

  /** What the ledger still holds has its end, or is for good; and it belongs to a payment that there is. */
  private async auditLeftovers(ledger: string): Promise<void> {
    const { engine, judge } = this;
    const [found] = await commands(engine, [["KEYS", `${ledger}:*`]]);
    for (const name of list(found)) {
      if (FOR_GOOD.some((one) => name === `${ledger}:${one}`) || name.startsWith(`${ledger}:lies:`)) continue;
      if (name.startsWith(`${ledger}:journal:`)) continue; // until it is exported
      if (name.startsWith(`${ledger}:unseen:`)) {
        await auditUnseen(engine, judge, name);
        continue;
      }
      const [ttl, value] = await commands(engine, [
        ["PTTL", name],
        name.startsWith(`${ledger}:idempotency:`) ? ["GET", name] : ["PING"],
      ]);
      const [, longest] = LONGEST_KEPT_MS.find(([kind]) => name.includes(kind)) ?? [];
      if (longest === undefined) throw new Error(`the ledger holds what nobody knows: ${name}`);
      // A refund that is reserved stays so until a person says what became of it.
      if (name.endsWith(":record") && Number(ttl) < 0 && (await this.isReserved(name))) continue;
      if (Number(ttl) < 0 || Number(ttl) > longest)
        judge.complain(`what the ledger keeps has no end: ${name}`);
      const payment = text(value)?.split(" ")[1];
      if (payment === undefined) continue;
      const [record] = await commands(engine, [["EXISTS", `${ledger}:{${payment}}:record`]]);
      if (record === 0)
        judge.complain(`an idempotency key is bound to a payment that there is not: ${payment}`);
    }
    for (const name of list(found).filter((one) => one.startsWith(`${ledger}:slots:`)))
      await this.auditSlots(ledger, name);
  }

  private async isReserved(record: string): Promise<boolean> {
    const [state] = await commands(this.engine, [["HGET", record, "state"]]);
    return text(state) === "refunding";
  }

  /** A slot that is still taken is a payment's that is under way, or a cooldown. */
  private async auditSlots(ledger: string, name: string): Promise<void> {
    const [members] = await commands(this.engine, [
      ["ZRANGE", name, `(${this.kernel.now}`, "+inf", "BYSCORE"],
    ]);
    for (const member of list(members).filter((one) => /^(calls|scans) /.test(one))) {
      const payment = member.replace(/^\w+ /, "");
      const [record] = await commands(this.engine, [["EXISTS", `${ledger}:{${payment}}:record`]]);
      if (record === 0) this.judge.complain(`a payment that was given up has its slot: ${payment}`);
    }
  }
}
