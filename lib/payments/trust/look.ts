import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { now } from "@/lib/time";
import type { OnChain } from "@/lib/chains/look";
import { isLate, readTrail, writeTrail } from "@/lib/chains/trail";
import { askInTurn, type Node, nodesOf } from "./chains";
import { endOf } from "./end";
import type { Said, Sale, Verdict } from "./sale";

/** How often a sale that is not found is looked for again. */
const AGAIN_MS = 60_000;
const SOON_MS = 20_000;
/** Before the last of the looks that a sale's own call takes (check.ts), by as much as clocks may differ. */
const LOOKED_MS = 9_000;
/** What the next run of the schedule, and a settlement by another, take of an authorization's time. */
const BEFORE_END_MS = 75_000;

/** When a sale that is found nowhere comes under suspicion (ms): while another can still settle it. */
const suspectFrom = (sale: Sale): number =>
  Math.min(
    sale.settledAt + env().TRUST_SEARCH_AFTER_MS,
    Math.max(sale.settledAt + LOOKED_MS, endOf(sale) - BEFORE_END_MS),
  );

interface Shown {
  transaction: string;
  block: string;
}

const isShown = (shown: Shown | "another's" | null): shown is Shown =>
  shown !== null && shown !== "another's";

const keep = (sale: Sale, due: number): Verdict => {
  const { trust, block, receipt, trail } = sale;
  return { trust, block, receipt, trail, due };
};

/** The chain has shown the transfer. Where it was found by a search, its block is read by the next look. */
const confirmed = (sale: Said, { transaction, block }: Shown): Verdict => ({
  trust: "confirmed",
  block,
  receipt: { ...sale.receipt, transaction, confirmed: true },
  trail: "",
  due: block === "" ? now() : now() + env().TRUST_FINAL_AFTER_MS,
});

/** One search by one node; what can't be asked leaves it open. How far it came is told to `leave`. */
async function search(
  sale: Sale,
  node: Node,
  progress: string | undefined,
  leave: (progress: string) => void,
): Promise<OnChain> {
  // What is credited had landed before it was written down.
  const moment = Math.min(sale.intentAt, sale.receipt.at);
  const sent = { from: moment, until: moment };
  try {
    return await node.search(JSON.parse(sale.evidence), sent, {
      trail: { hint: sale.receipt.transaction, progress },
      leave,
    });
  } catch (error) {
    return { kind: "open", unread: true, why: describe(error) };
  }
}

/**
 * What becomes of a sale of which one node proves that it never moved: a second one of another host decides. Without one,
 * or where it says otherwise or nothing for too long, a person does. Of a sale that had been confirmed nobody lied.
 */
async function proved(sale: Sale, first: Verdict, second: Node | undefined): Promise<Verdict> {
  const closed = { ...first, due: null };
  const wasSeen = sale.trust === "reorganised";
  if (second === undefined) return wasSeen ? closed : { ...closed, trust: "disputed" };
  const trail = readTrail(first.trail);
  const proof = { at: now(), asked: 0, ...trail.proof };
  const found = await search(sale, second, proof.progress, (further) => void (proof.progress = further));
  if (found.kind === "unmoved") return wasSeen ? closed : { ...closed, trust: "unbacked" };
  proof.asked += 1;
  if (found.kind === "moved" || isLate(proof, now())) return { ...closed, trust: "disputed" };
  return { ...first, trail: writeTrail({ ...trail, proof }) };
}

/**
 * What becomes of a sale whose money the first node shows and the second does not. The second searches by itself: a
 * transaction that it finds may be shown by both; its proof that the money never moved is for a person to weigh.
 */
async function contradicted(sale: Sale, open: Verdict, second: Node | undefined): Promise<Verdict> {
  if (second === undefined) return open;
  const trail = readTrail(open.trail);
  const proof = { at: now(), asked: 0, ...trail.proof };
  const found = await search(sale, second, proof.progress, (further) => void (proof.progress = further));
  if (found.kind === "unmoved") return { ...open, trust: "disputed", due: null };
  const shown = found.kind === "moved" ? await shownByAll(sale, found.transaction) : null;
  return isShown(shown) ? confirmed(sale, shown) : { ...open, trail: writeTrail({ ...trail, proof }) };
}

/**
 * Where all nodes that can be asked show a sale's money in a transaction; null where one does not. A node that shows what is
 * not there would hide a sale for nothing for good. Throws when none can be asked.
 */
async function shownByAll(sale: Said, transaction: string): Promise<Shown | "another's" | null> {
  const evidence: unknown = JSON.parse(sale.evidence);
  const ask = (node: Node) => node.confirm(evidence, transaction);
  const nodes = nodesOf(sale.rail);
  const { node, named } = await askInTurn(nodes, async (node) => ({ node, named: await ask(node) }));
  if (named.kind === "another's") return named.kind;
  if (named.kind !== "moved") return null;
  const [first, second] = nodes;
  if (second === undefined) return { transaction, block: named.block };
  const other = node === first ? await ask(second).catch(() => unasked(sale, named)) : unasked(sale, named);
  return other.kind === "moved" ? { transaction, block: named.block } : null;
}

/** One node's word has to do where the other can't be asked. */
function unasked<T>(sale: Said, word: T): T {
  log.warn("one_node_believed", { payment: sale.paymentKey });
  return word;
}

/**
 * The confirmation of a sale whose money is in the transaction that was named; null where that is not there, and so named where
 * it is another's. Throws when no node can be asked.
 */
export async function lookAtNamed(sale: Said): Promise<Verdict | "another's" | null> {
  const shown = await shownByAll(sale, sale.receipt.transaction);
  return isShown(shown) ? confirmed(sale, shown) : shown;
}

/**
 * One look for the money of a sale that is not confirmed: at the transaction that was named, and once it is suspicious, a
 * search. Throws when no node can be asked for the first.
 */
export async function lookForMoney(sale: Sale): Promise<Verdict> {
  const named = await lookAtNamed(sale);
  if (named !== null && named !== "another's") return named;

  const suspectAt = named === null ? suspectFrom(sale) : now();
  if (sale.trust === "believed" && now() < suspectAt) return keep(sale, Math.min(suspectAt, now() + SOON_MS));

  const [first, second] = nodesOf(sale.rail);
  const trail = readTrail(sale.trail);
  const begun = trail.progress;
  const leave = (further: string): void => void (trail.progress = further);
  let found: OnChain =
    first === undefined ? { kind: "open", why: "no node is set" } : await search(sale, first, begun, leave);
  if (found.kind === "open" && found.unread === true && second !== undefined)
    found = await search(sale, second, begun, leave);
  const shown = found.kind === "moved" ? await shownByAll(sale, found.transaction) : null;
  if (isShown(shown)) return confirmed(sale, shown);

  const trust = sale.trust === "believed" ? "unconfirmed" : sale.trust;
  // Once more while another can still settle it.
  const lastChance = endOf(sale) - BEFORE_END_MS / 3;
  const again = lastChance > now() ? Math.min(now() + AGAIN_MS, lastChance) : now() + AGAIN_MS;
  const open: Verdict = { ...keep(sale, again), trust, trail: writeTrail(trail) };
  const why = found.kind === "moved" ? "one node shows it, and the other does not" : found.why;
  log.warn("sale_not_found", { payment: sale.paymentKey, trust, why });
  if (found.kind === "moved") return contradicted(sale, open, second);
  return found.kind === "unmoved" ? proved(sale, open, second) : open;
}

/**
 * What became of sales of one chain whose blocks may be final. One that the chain has dropped is looked for anew.
 * Throws when no node can be asked.
 */
export async function lookForBlocks(sales: readonly Sale[]): Promise<Map<Sale, Verdict>> {
  const [one] = sales;
  if (one === undefined) return new Map();
  const blocks = sales.map(({ block }) => block);
  const { stand, dropped } = await askInTurn(nodesOf(one.rail), (node) => node.final(blocks));
  const verdictOf = (sale: Sale): Verdict => {
    if (stand.has(sale.block)) return { ...keep(sale, 0), due: null };
    if (!dropped.has(sale.block)) return keep(sale, now() + AGAIN_MS);
    // A receipt that is signed from now on names no transaction until one is shown again.
    const { confirmed: _, ...receipt } = sale.receipt;
    return { ...keep(sale, now()), trust: "reorganised", block: "", receipt };
  };
  return new Map(sales.map((sale) => [sale, verdictOf(sale)]));
}
