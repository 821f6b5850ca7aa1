import Link from "next/link";
import * as z from "zod";
import { AnswerView } from "@/components/answer/answer-view";
import { deskSlug } from "@/lib/discovery/pages";
import { ReceiptText } from "lucide-react";
import { priceInWords } from "./price-list";
import { Badge } from "@/components/ui/badge";
import { baseUnits, formatUsd } from "@/lib/catalog/money";
import { chainName } from "@/components/pay/offers";
import type { PublishedRoute } from "@/lib/catalog/document";

const receipt = z.object({
  resource: z.string(),
  state: z.string(),
  network: z.string(),
  transaction: z.string(),
  amount: z.string(),
  at: z.string(),
});
export type SaleReceipt = z.infer<typeof receipt>;

/** The receipt that the catalog shows as its sample, if it is one of this route. */
export function receiptFor({ path }: PublishedRoute, routes: readonly PublishedRoute[]): SaleReceipt | null {
  for (const { sample } of routes) {
    const read = receipt.safeParse(sample.output);
    if (read.success && read.data.resource === path) return read.data;
  }
  return null;
}

/** Of a sample answer, what fits beside the headline: one list, and the first rows of it. */
const TASTE = { lists: 1, rows: 5 };

const FRAME = ["summary", "coverage", "stale", "sources", "dataAsOf"];

function tasteOf(answer: unknown): Record<string, unknown> {
  const members = z.record(z.string(), z.unknown()).parse(answer);
  const lists = Object.entries(members).filter(
    ([name, value]) =>
      Array.isArray(value) && value.length > 1 && !["sources", "notes", "provenance"].includes(name),
  );
  return Object.fromEntries([
    ...Object.entries(members).filter(([name]) => FRAME.includes(name)),
    ...lists
      .slice(0, TASTE.lists)
      .map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, TASTE.rows) : value]),
  ]);
}

/** One sale as its buyer sees it: what was asked, what came, and the receipt. */
export function SampleSale({ route, receipt }: { route: PublishedRoute; receipt: SaleReceipt | null }) {
  const { path, label, sample } = route;
  return (
    <section aria-labelledby="sale" className="overflow-hidden rounded-xl border border-rule bg-panel">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule px-5 py-3">
        <h2 id="sale" className="text-note font-normal">
          <span className="text-muted">You send </span>
          <code className="figures break-words">POST {path}</code>
        </h2>
        <Badge tone="price">{priceInWords(route)}</Badge>
      </header>
      <div className="px-5 py-5">
        <AnswerView answer={tasteOf(sample.output)} />
      </div>
      {receipt !== null && (
        <div className="flex items-start gap-3 border-t border-dashed border-edge px-5 py-3 text-note text-muted">
          <ReceiptText className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <p className="min-w-0">
            Receipt: <span className="figures text-ink">{formatUsd(baseUnits(Number(receipt.amount)))}</span>{" "}
            in USDC on {chainName(receipt.network)}, {receipt.state}, transaction{" "}
            <span className="figures">
              {receipt.transaction.slice(0, 10)}…{receipt.transaction.slice(-6)}
            </span>
          </p>
        </div>
      )}
      <p className="border-t border-rule bg-paper px-5 py-2.5 text-note text-muted">
        A sample, its figures made up.{" "}
        <Link href={`/desks/${deskSlug(label)}`} prefetch={false} className="link">
          The whole answer
        </Link>
      </p>
    </section>
  );
}
