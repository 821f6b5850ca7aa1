import type { Metadata } from "next";
import { PayOneCall } from "@/components/pay/pay-one-call";
import { PageHead } from "@/components/site/page-head";
import { SpendingPanel } from "@/components/pay/spending-panel";
import { isPaid, priceOf } from "@/lib/catalog/define";
import { published } from "@/lib/catalog/published";

/** A static shell: what is paid for stands in the address, which the browser alone reads. */
export const dynamic = "error";

export const metadata: Metadata = {
  title: "Pay for one call",
  description: "Buys one answer with a wallet of this browser, on Base or Solana.",
};

const sold = published
  .filter((entry) => isPaid(entry) && entry.audience === "public")
  .map((entry) => ({ path: entry.path, summary: entry.summary, price: priceOf(entry) }));

export default function PayPage() {
  return (
    <>
      <PageHead
        title="Pay for one call"
        lead="One answer, with a wallet of this browser. Nothing is signed before you have seen price, network and recipient."
      />
      <div className="sheet mt-2 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <PayOneCall routes={sold} />
        </div>
        <SpendingPanel />
      </div>
    </>
  );
}
