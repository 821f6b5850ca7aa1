import Link from "next/link";
import { ReceiptText } from "lucide-react";
import { AnswerView } from "@/components/answer/answer-view";
import { Badge } from "@/components/ui/badge";
import type { Sample } from "./sample";

/** What was asked, what came, and the receipt. */
export function SampleSale({ path, price, answer, receipt, href }: Sample) {
  return (
    <section aria-labelledby="sale" className="overflow-hidden rounded-xl border border-rule bg-panel">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule px-5 py-3">
        <h2 id="sale" className="text-note font-normal">
          <span className="text-muted">You send </span>
          <code className="figures break-words">POST {path}</code>
        </h2>
        <Badge tone="price">{price}</Badge>
      </header>
      <div className="px-5 py-5">
        <AnswerView answer={answer} />
      </div>
      {receipt !== null && (
        <div className="flex items-start gap-3 border-t border-dashed border-edge px-5 py-3 text-note text-muted">
          <ReceiptText className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <p className="min-w-0">
            Receipt: <span className="figures text-ink">{receipt.amount}</span> in USDC on {receipt.chain},{" "}
            {receipt.state}, transaction <span className="figures">{receipt.transaction}</span>
          </p>
        </div>
      )}
      <p className="border-t border-rule bg-paper px-5 py-2.5 text-note text-muted">
        A sample, its figures made up.{" "}
        <Link href={href} prefetch={false} className="link">
          The whole answer
        </Link>
      </p>
    </section>
  );
}
