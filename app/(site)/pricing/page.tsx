import type { Metadata } from "next";
import { PriceFilter } from "@/components/home/price-filter";
import { priceGroups } from "@/components/home/price-list";
import { TierList } from "@/components/home/tier-list";
import { PRICES_LEAD } from "@/components/home/words";
import { PageHead } from "@/components/site/page-head";
import { published } from "@/lib/catalog/published";

export const dynamic = "error";

export const metadata: Metadata = { title: "Pricing", description: PRICES_LEAD };

/** What is never charged for, each as the service keeps it. */
const FREE_OF_CHARGE = [
  { title: "A call that fails", text: "No answer, too little data, a wrong request: nothing moves." },
  { title: "A retry", text: "The same request with the same payment brings the same answer for 24 hours." },
  { title: "Gas", text: "The facilitator pays the network on both chains. The wallet needs USDC alone." },
];

export default function PricingPage() {
  return (
    <>
      <PageHead title="What a call costs" lead={PRICES_LEAD} />
      <dl className="sheet mt-8 grid gap-5 sm:grid-cols-3">
        {FREE_OF_CHARGE.map(({ title, text }) => (
          <div key={title} className="border-t border-edge pt-3">
            <dt className="flex justify-between gap-4 font-medium">
              {title} <span className="figures">$0.00</span>
            </dt>
            <dd className="mt-1 text-sm text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="tiers" className="sheet mt-12">
        <h2 id="tiers" className="mb-4 font-semibold">
          Tiers
        </h2>
        <TierList />
      </section>
      <div className="sheet mt-12">
        <PriceFilter groups={priceGroups(published.filter(({ audience }) => audience === "public"))} />
      </div>
    </>
  );
}
