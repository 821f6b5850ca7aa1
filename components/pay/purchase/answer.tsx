import { ExternalLink } from "lucide-react";
import type { Receipt } from "@/lib/buying/receipt";
import { inUsdc } from "@/lib/buying/purchase";
import { chainOf } from "@/lib/buying/chains";
import type { Bought } from "../bought";
import { Facts } from "./facts";

/** JSON indented, or whatever else came, as text. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What was bought, and what was paid for it. */
export function Answer({ bought, showRaw }: { bought: Bought; showRaw: boolean }) {
  const { receipt, replayed, text } = bought;
  return (
    <>
      {replayed && (
        <p className="mt-2 text-sm text-muted">The stored answer of your payment: not charged again.</p>
      )}
      {receipt === null ? (
        <p className="mt-2 text-sm text-muted">No receipt came with it.</p>
      ) : (
        <ReceiptFacts receipt={receipt} />
      )}
      {showRaw && (
        <pre
          tabIndex={0}
          role="region"
          aria-label="The answer"
          className="figures mt-3 max-h-96 overflow-auto rounded-md border border-rule bg-paper p-3 text-xs/5"
        >
          {indented(text)}
        </pre>
      )}
    </>
  );
}

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { amount, network, transaction, payer, link } = receipt;
  return (
    <section aria-label="Receipt">
      <Facts
        rows={[
          ["Paid", amount === null ? "not told" : inUsdc(amount)],
          ["Network", chainOf(network)?.name ?? network],
          ["Transaction", transaction],
          ...(payer === null ? [] : ([["From", payer]] as const)),
        ]}
      />
      {link !== null && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-2 inline-flex min-h-11 items-center gap-1.5 text-accent underline underline-offset-4"
        >
          See the transaction at the chain&rsquo;s explorer
          <ExternalLink className="size-4" aria-hidden="true" />
        </a>
      )}
    </section>
  );
}
