import type { AnswerOf } from "@/lib/catalog/define";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { describe, log } from "@/lib/http/log";
import type { Handler } from "@/lib/handler";
import { readSale } from "@/lib/payments/ledger/trust";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { type Node, nodesOf } from "../chains";
import { conclude } from "../check";
import { lookForMoney } from "../look";
import type { Sale, Trust, Verdict } from "../sale";
import type { disputeEntry } from "./entry";

type Word = AnswerOf<typeof disputeEntry>["nodes"][number];
const NAMES = ["first", "second"] as const;

/** What one node says by itself, whatever the other has said. */
async function wordOf(node: Node, sale: Sale, name: Word["node"]): Promise<Word> {
  const evidence: unknown = JSON.parse(sale.evidence);
  const { transaction, at } = sale.receipt;
  const moment = Math.min(sale.intentAt, at);
  try {
    const named = await node.confirm(evidence, transaction);
    if (named.kind === "moved") return { node: name, says: "paid", why: `by ${transaction}` };
    const sent = { from: moment, until: moment };
    const found = await node.search(evidence, sent, { trail: { hint: transaction }, leave: () => undefined });
    if (found.kind === "moved") return { node: name, says: "paid", why: `by ${found.transaction}` };
    return { node: name, says: found.kind === "unmoved" ? "unpaid" : "open", why: found.why };
  } catch (error) {
    return { node: name, says: "unread", why: describe(error) };
  }
}

/** What a person found. It closes the matter for the service. */
const decided = ({ receipt, block }: Sale, decision: "paid" | "unpaid"): Verdict => ({
  ...{ block, trail: "", due: null },
  ...(decision === "paid"
    ? { trust: "confirmed", receipt: { ...receipt, confirmed: true } }
    : { trust: "unbacked", receipt }),
});

const MESSAGES: Readonly<Partial<Record<Trust, string>>> = {
  confirmed: "Paid: the sale counts as any other.",
  unbacked:
    "Not paid: the journal takes the sale back, its buyer keeps the answer, and it is a proof against the facilitator that called it settled.",
  disputed:
    "Our nodes don't settle it. Look at a node of another company, then decide: npm run ledger -- dispute <payment> paid, or unpaid.",
};

const OPPOSITE = { paid: "unpaid", unpaid: "paid" } as const;
const AGAINST_ALL =
  "Every node here says the opposite now. Nothing was changed: run it without a decision, and what they say counts.";
const CONCLUDED = "It was concluded meanwhile, by somebody else. Nothing was changed: look at it again.";

const notAsked = (cause: unknown): never => {
  const message = "No node of its chain can be asked. Nothing was changed.";
  throw new ApiError("payments_unavailable", message, { headers: retryAfter(10), cause });
};

export const dispute: Handler<typeof disputeEntry> = async ({ payment, decision }) => {
  const key = payment.toLowerCase();
  const sale = await fromLedger(readSale(key));
  if (sale === null) throw new ApiError("not_found", "The ledger knows no such sale.");
  const about = { payment: key, transaction: sale.receipt.transaction };
  if (sale.trust !== "disputed") {
    const message = `This sale is ${sale.trust}, not disputed: nothing was changed.`;
    return {
      answer: { ok: false, ...about, trust: sale.trust, nodes: [], message },
      effects: [],
      status: 409,
    };
  }
  const asked = nodesOf(sale.rail);
  const nodes = await Promise.all(
    NAMES.flatMap((name, at) => (asked[at] === undefined ? [] : [wordOf(asked[at], sale, name)])),
  );
  const refused = (trust: Trust, message: string) => ({
    ...{ answer: { ok: false, ...about, trust, nodes, message }, effects: [], status: 409 as const },
  });
  if (decision !== undefined && nodes.length > 0 && nodes.every(({ says }) => says === OPPOSITE[decision]))
    return refused("disputed", AGAINST_ALL);
  const verdict = decision !== undefined ? decided(sale, decision) : await lookForMoney(sale).catch(notAsked);
  if (!(await fromLedger(conclude(sale, verdict)))) return refused("disputed", CONCLUDED);
  log.info("dispute_looked_at", { payment: key, decision: decision ?? "none", trust: verdict.trust });
  const message = MESSAGES[verdict.trust] ?? `It is ${verdict.trust} now, and is looked at again.`;
  const { transaction } = verdict.receipt;
  return { answer: { ok: true, ...about, transaction, trust: verdict.trust, nodes, message }, effects: [] };
};
