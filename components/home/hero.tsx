import { Live402 } from "@/components/pay/live-402";
import { figures, HEADLINE, LEAD } from "./words";

interface HeroProps {
  /** Path of the paid route that the panel asks. */
  path: string;
  /** Its price in words. */
  price: string;
  /** The lowest price in the catalog, in words. */
  lowest: string;
}

export function Hero({ path, price, lowest }: HeroProps) {
  return (
    <div className="sheet grid items-start gap-x-14 gap-y-12 pt-10 sm:pt-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:pt-20">
      <div>
        <h1 className="text-[clamp(2.5rem,7vw,4.5rem)] leading-[1.02] font-semibold tracking-[-0.04em]">
          {HEADLINE}
        </h1>
        <p className="mt-6 max-w-xl text-lg text-muted sm:text-xl/relaxed">{LEAD}</p>
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
      <Live402 path={path} price={price} />
    </div>
  );
}
