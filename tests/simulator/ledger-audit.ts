import type { Engine, Reply as RedisReply } from "@/sandbox/redis/engine";
import { Holders } from "./holders";
import type { Judge, Movement } from "./judge";
import type { Kernel } from "./kernel";
import type { Payment } from "./payments";
import { PRICE } from "./routes";
import { NETWORKS } from "@/lib/payments/rails/networks";
import type { Reply } from "./services/message";
import { commands } from "./services/store";

const MAX_IN_FLIGHT = 4;

/** What of the ledger has no end. */
const FOR_GOOD = ["epoch", "totals", "last-sales", "open", "switches", "to-confirm", "suspects"] as const;
const DAY_MS = 86_400_000;
/** All else, by its key, and how long it is kept at most. An open payment's record has no end, but none is open then. */
const LONGEST_KEPT_MS = [
  [":record", 30 * DAY_MS],
  [":answer", DAY_MS],
  [":in-flight:", 15 * 60_000],
  [":idempotency:", DAY_MS],
  [":proof-nonce:", DAY_MS],
] as const;

const text = (reply: RedisReply | undefined): string | null =>
  Buffer.isBuffer(reply) ? reply.toString() : null;
const list = (reply: RedisReply | undefined): string[] =>
  Array.isArray(reply) ? reply.map((item) => String(item)) : [];

/** A script's reply as the store's client is sent it: each string in base64. */
function decoded(result: unknown): string[] {
  const list: unknown[] = Array.isArray(result) ? result : [result];
  return list.map((item) =>
    typeof item === "string" ? Buffer.from(item, "base64").toString() : String(item),
  );
}

/** Audits the ledger in the store, independently of the service. */
export class LedgerAudit {
  private readonly holders: Holders;
  /** When a payer's cooldown ends, by its in-flight key. */
  private readonly coolUntil = new Map<string, number>();

  constructor(
    private readonly engine: Engine,
    private readonly prefix: string,
    private readonly judge: Judge,
    private readonly kernel: Kernel,
  ) {
    this.holders = new Holders(judge, kernel);
  }

  lose(what: "everything" | "scripts"): void {
    void commands(this.engine, [what === "everything" ? ["FLUSHALL"] : ["SCRIPT", "FLUSH"]]);
    if (what !== "everything") return;
    this.coolUntil.clear();
    this.holders.forget();
  }

  /** A call has failed for a credited payment, and nobody else is at it. */
  requireFree = ({ key }: Payment): void => this.holders.requireFree(key);

  /** A request to the ledger was done: one command, or several. */
  note(commandsDone: readonly (readonly string[])[], labels: readonly string[], { body }: Reply): void {
    const parsed: unknown = JSON.parse(body); // the store's own reply
    const results = Array.isArray(parsed) ? parsed : [parsed];
    for (const [index, words] of commandsDone.entries()) {
      const { result } = results[index] as { result?: unknown }; // one for each command
      const keys = Number(words[2]);
      const payment = /\{(.+)\}/.exec(words[3] ?? "")?.[1];
      if (payment === undefined || !Number.isInteger(keys)) continue;
      const done = { payment, args: words.slice(3 + keys), reply: decoded(result) };
      this.holders.note(labels[index] ?? "", done);
      this.noteLimits(labels[index] ?? "", words[6] ?? "", done);
    }
  }

  private noteLimits(
    script: string,
    inFlight: string,
    { payment, args, reply }: { payment: string; args: string[]; reply: string[] },
  ): void {
    if (script === "BEGIN" && reply[0] === "claimed") void this.requireEpoch();
    if (reply[0] !== "ok") return;
    const cooldownMs = script === "RELEASED" ? Number(args[2]) : 0;
    if (cooldownMs > 0) {
      this.coolUntil.set(inFlight, this.kernel.now + cooldownMs);
      if (this.judge.isBlameless(payment))
        this.judge.complain(`a payer cools down for what others did: ${payment}`);
    }
    if (script !== "INTENT") return;
    if ((this.coolUntil.get(inFlight) ?? 0) > this.kernel.now)
      this.judge.complain(`a payer that cools down is served: ${inFlight}`);
    void this.countInFlight(inFlight);
  }

  private async requireEpoch(): Promise<void> {
    const [found] = await commands(this.engine, [["EXISTS", `${this.prefix}:ledger:epoch`]]);
    if (found === 0) this.judge.complain("a ledger takes a payment and has not noted when it began: epoch");
  }

  private async countInFlight(key: string): Promise<void> {
    const range = ["ZRANGE", key, `(${this.kernel.now}`, "+inf", "BYSCORE"];
    const [reply] = await commands(this.engine, [range]);
    const inFlight = list(reply).length;
    if (inFlight > MAX_IN_FLIGHT) this.judge.complain(`a payer has ${inFlight} payments in flight: ${key}`);
  }

  /** Everything is over: compares the ledger with the chain. */
  async audit(movementOf: (payment: Payment) => Movement | null, lostAt: number | null): Promise<void> {
    const { prefix, judge } = this;
    // Of several with one key, that one which moved.
    const inOrder = judge.payments.toSorted(
      (a, b) => Number(movementOf(a) !== null) - Number(movementOf(b) !== null),
    );
    const payments = new Map(inOrder.map((payment) => [payment.key, payment]));
    const key = (...parts: string[]): string => [prefix, ...parts].join(":");
    const [open] = await commands(this.engine, [["ZRANGE", key("ledger", "open"), "0", "-1"]]);
    for (const left of list(open)) judge.complain(`a payment stays on the open list: ${left}`);
    const sold = new Map<string, number>();
    for (const payment of payments.values()) {
      const movement = movementOf(payment);
      const record = key("ledger", `{${payment.key}}`, "record");
      const [state, effects, inFlight, trust] = await commands(this.engine, [
        ["HGET", record, "state"],
        ["HGET", "sim:effects", payment.key],
        ["ZSCORE", key("ledger", "in-flight", payment.payer), payment.key],
        ["HGET", record, "trust"],
      ]);
      const found = text(state);
      const applied = Number(text(effects) ?? 0);
      const who = `${payment.id} (${payment.rail})`;
      // A payment that its payer sent although its key had bought before keeps its credit: it got the earlier answer.
      // So does one that was served before the store forgot it, and came back once more.
      const isSecond =
        found === "credited" && judge.isServed(payment) && (payment.group !== null || lostAt !== null);
      if (found !== null && found !== "settled" && !isSecond) judge.complain(`a book stays ${found}: ${who}`);
      if (found === "settled" && movement === null)
        judge.unbacked(payment.key, text(trust) ?? "believed", who);
      const expected = found === "settled" ? 1 : 0;
      if (applied !== expected && !(lostAt !== null && applied <= 1))
        judge.complain(`effects were applied ${applied} times: ${who}, ${found ?? "without a record"}`);
      if (text(inFlight) !== null && Number(text(inFlight)) > this.kernel.now && found === "settled")
        judge.complain(`a settled payment still counts as in flight: ${who}`);
      if (found === "settled")
        sold.set(this.networkOf(payment), (sold.get(this.networkOf(payment)) ?? 0) + PRICE);
    }
    if (lostAt !== null) return;
    await this.auditLeftovers(key("ledger"));
    for (const network of [NETWORKS.testnet.evm.id, NETWORKS.testnet.solana.id]) {
      const [total] = await commands(this.engine, [["HGET", key("ledger", "totals"), network]]);
      if (Number(text(total) ?? 0) !== (sold.get(network) ?? 0))
        judge.complain(`the total of ${network} is ${text(total)}, sold were ${sold.get(network) ?? 0}`);
    }
  }

  /** What the ledger still holds has its end, or is for good; and it belongs to a payment that there is. */
  private async auditLeftovers(ledger: string): Promise<void> {
    const { engine, judge } = this;
    const [found] = await commands(engine, [["KEYS", `${ledger}:*`]]);
    for (const name of list(found)) {
      if (FOR_GOOD.some((one) => name === `${ledger}:${one}`) || name.startsWith(`${ledger}:lies:`)) continue;
      const [ttl, value] = await commands(engine, [
        ["PTTL", name],
        name.startsWith(`${ledger}:idempotency:`) ? ["GET", name] : ["PING"],
      ]);
      const [, longest] = LONGEST_KEPT_MS.find(([kind]) => name.includes(kind)) ?? [];
      if (longest === undefined) throw new Error(`the ledger holds what nobody knows: ${name}`);
      if (Number(ttl) < 0 || Number(ttl) > longest)
        judge.complain(`what the ledger keeps has no end: ${name}`);
      const payment = text(value)?.split(" ")[1];
      if (payment === undefined) continue;
      const [record] = await commands(engine, [["EXISTS", `${ledger}:{${payment}}:record`]]);
      if (record === 0)
        judge.complain(`an idempotency key is bound to a payment that there is not: ${payment}`);
    }
    for (const name of list(found).filter((one) => one.startsWith(`${ledger}:in-flight:`)))
      await this.auditInFlight(ledger, name);
  }

  /** What counts as in flight until its time is over is under way, or a cooldown. */
  private async auditInFlight(ledger: string, name: string): Promise<void> {
    const [members] = await commands(this.engine, [
      ["ZRANGE", name, `(${this.kernel.now}`, "+inf", "BYSCORE"],
    ]);
    for (const payment of list(members).filter((one) => one !== "cooldown")) {
      const [record] = await commands(this.engine, [["EXISTS", `${ledger}:{${payment}}:record`]]);
      if (record === 0) this.judge.complain(`a payment that was given up counts as in flight: ${payment}`);
    }
  }

  private networkOf = ({ rail }: Payment): string =>
    rail === "x402-evm" ? NETWORKS.testnet.evm.id : NETWORKS.testnet.solana.id;
}
