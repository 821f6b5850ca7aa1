import { Hero } from "@/components/home/hero";
import { Payment } from "@/components/home/payment";
import { priceGroups, priceInWords } from "@/components/home/price-list";
import { PriceTable } from "@/components/home/price-table";
import { Promises } from "@/components/home/promises";
import { RunIt } from "@/components/home/run-it";
import { Section } from "@/components/home/section";
import { trustSlipOf } from "@/components/home/trust-slip";
import { PRICES_LEAD } from "@/components/home/words";
import { isPaid } from "@/lib/catalog/define";
import { published } from "@/lib/catalog/published";
import { env } from "@/lib/env";

/** A static shell: anything that would render it a request at a time fails the build. */
export const dynamic = "error";

export default function HomePage() {
  const first = published.find(isPaid);
  if (!first) throw new Error("The catalog sells nothing, so there is nothing to show.");
  const groups = priceGroups(published.filter(({ audience }) => audience === "public"));
  const lowest = groups[0]?.price ?? priceInWords(first);
  const price = priceInWords(first);
  return (
    <>
      <Hero path={first.path} price={price} lowest={lowest} />
      <Section id="prices" title="Prices" lead={<p>{PRICES_LEAD}</p>}>
        <PriceTable groups={groups} />
      </Section>
      <Payment path={first.path} price={price} />
      <Promises slip={trustSlipOf(published)} />
      <RunIt path={first.path} origin={env().PUBLIC_ORIGIN} />
    </>
  );
}
