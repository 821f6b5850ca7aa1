import type { Engine } from "@/sandbox/redis/engine";
import type { Judge } from "./judge";
import { commands, list, text } from "./services/store";

const COUNTERS = ["count", "sum", "seen", "seenSum"];

/** A refund does not undo a lie: what was sold by it goes on counting. */
const SOLD: ReadonlySet<string> = new Set(["settled", "refunding", "refunded"]);

/**
 * What counts as unseen when everything is over: sales that stand by that facilitator's word, and whose money our node has not
 * seen, each with its value.
 */
export async function auditUnseen(engine: Engine, judge: Judge, name: string): Promise<void> {
  const [flat] = await commands(engine, [["HGETALL", name]]);
  const texts = list(flat);
  const all = new Map(texts.flatMap((field, at) => (at % 2 === 0 ? [[field, texts[at + 1] ?? ""]] : [])));
  const records = [...all].filter(([field]) => !COUNTERS.includes(field));
  for (const [record] of records) {
    const [state, trust, by] = await commands(engine, [
      ["HGET", record, "state"],
      ["HGET", record, "trust"],
      ["HGET", record, "by"],
    ]);
    const stands =
      SOLD.has(text(state) ?? "") && text(trust) !== "confirmed" && text(trust) !== "reorganised";
    if (!stands || text(by) === null)
      judge.complain(`a sale counts as unseen that does not stand by a word alone: ${record}`);
  }
  const sum = records.reduce((value, [, amount]) => value + Number(amount), 0);
  if (Number(all.get("count") ?? 0) !== records.length || Number(all.get("sum") ?? 0) !== sum)
    judge.complain(`the unseen sales are not those that count: ${name}`);
}
