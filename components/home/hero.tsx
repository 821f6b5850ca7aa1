import { Live402 } from "@/components/pay/live-402";

interface HeroProps {
  /** Path of the paid route that the panel asks. */
  path: string;
  /** Its price in words. */
  price: string;
  /** The lowest price in the catalog, in words. */
  lowest: string;
}

export function Hero({ path, price, lowest }: HeroProps) {
  const figures = [
    { value: lowest, meaning: "for the smallest call" },
    { value: "$0.00", meaning: "for a call that fails" },
    { value: "1×", meaning: "charged, retries included" },
  ];
  return (
    <div className="sheet grid items-start gap-x-14 gap-y-12 pt-10 sm:pt-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:pt-20">
      <div>
        <h1 className="text-[clamp(2.5rem,7vw,4.5rem)] leading-[1.02] font-semibold tracking-[-0.04em]">
          Market intelligence, paid by the call
        </h1>
        <p className="mt-6 max-w-xl text-lg text-muted sm:text-xl/relaxed">
          Ask over HTTP, pay a few cents in USDC, get one structured answer. There is no account and no key to
          manage: the payment is the credential, for a person, a script or an agent alike.
        </p>
        <dl className="mt-10 grid gap-x-6 gap-y-5 border-t border-rule pt-6 sm:grid-cols-3">
          {figures.map(({ value, meaning }) => (
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
