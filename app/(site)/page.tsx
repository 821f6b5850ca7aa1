import { Hero } from "@/components/home/hero";
import { Payment } from "@/components/home/payment";
import { PriceFilter } from "@/components/home/price-filter";
import { lowestPrice, priceGroups, priceInWords } from "@/components/home/price-list";
import { Promises } from "@/components/home/promises";
import { Proof } from "@/components/home/proof";
import { RunIt } from "@/components/home/run-it";
import { sampleOf } from "@/components/home/sample";
import { Section } from "@/components/home/section";
import { trustSlipOf } from "@/components/home/trust-slip";
import { PRICES_LEAD } from "@/components/home/words";
import { Island } from "@/components/islands/island";
import { Live402 } from "@/components/pay/live-402";
import { isPaid } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { published } from "@/lib/catalog/published";
import { env } from "@/lib/env";

/** A static shell: anything that would render it a request at a time fails the build. */
export const dynamic = "error";

const routes: readonly PublishedRoute[] = published.filter(({ audience }) => audience === "public");

/** Of the routes that sell a verdict, by label: the last one sold is shown with its price. */
const pricesOfVerdicts = (sold: readonly PublishedRoute[]): Record<string, string> =>
  Object.fromEntries(
    sold
      .filter(({ label }) => ["intel-verdict", "intel-desk-brief", "intel-a2a-pipeline"].includes(label))
      .map((route) => [route.label, priceInWords(route)]),
  );

export default function HomePage() {
  const sold = routes.filter(isPaid);
  const [first] = sold;
  if (!first) throw new Error("The catalog sells nothing, so there is nothing to show.");
  const price = priceInWords(first);
  return (
    <>
      <Hero sample={sampleOf(first, routes)} prices={pricesOfVerdicts(sold)} lowest={lowestPrice(routes)} />
      <Proof />
      <Section id="prices" title="Prices" lead={<p>{PRICES_LEAD}</p>}>
        <Island name="PriceFilter" of={PriceFilter} props={{ groups: priceGroups(sold) }} />
      </Section>
      <Payment path={first.path} price={price} />
      <div className="sheet mt-8 lg:pl-[calc(33%+2rem)]">
        <Island name="Live402" of={Live402} props={{ path: first.path, price }} />
      </div>
      <Promises slip={trustSlipOf(published)} />
      <RunIt path={first.path} origin={env().PUBLIC_ORIGIN} />
    </>
  );
}
