import Link from "next/link";
import { buttonLook } from "@/components/ui/button";
import { Island } from "@/components/islands/island";
import { LatestSale } from "./latest-sale";
import type { Sample } from "./sample";
import { figures, HEADLINE, LEAD } from "./words";

interface HeroProps {
  /** What is shown where nothing was sold yet. */
  sample: Sample;
  /** Prices by the labels of routes. */
  prices: Readonly<Record<string, string>>;
  /** The lowest price in the catalog, in words. */
  lowest: string;
}

/** What is sold, what it costs and what one gets for it, within the first screen. */
export function Hero({ sample, prices, lowest }: HeroProps) {
  return (
    <div className="sheet grid items-start gap-x-14 gap-y-12 pt-8 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div>
        <h1 className="display">{HEADLINE}</h1>
        <p className="mt-6 max-w-xl text-lg text-muted sm:text-xl/relaxed">{LEAD}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          <Link href="/desks" prefetch={false} className={buttonLook("primary")}>
            See what you can ask
          </Link>
          <Link href="/docs/buying" prefetch={false} className={buttonLook("secondary")}>
            Buy from code
          </Link>
        </p>
        <dl className="mt-10 grid gap-x-6 gap-y-5 border-t border-rule pt-6 sm:grid-cols-3">
          {figures(lowest).map(({ value, meaning }) => (
            <div
              key={value}
              className="flex items-baseline gap-4 sm:flex-col-reverse sm:justify-end sm:gap-1"
            >
              <dt className="order-2 text-sm text-muted sm:order-none">{meaning}</dt>
              <dd className="figures order-1 min-w-20 text-2xl font-medium tracking-tight sm:order-none">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Island name="LatestSale" of={LatestSale} props={{ sample, prices }} />
    </div>
  );
}
