import type { Offer } from "./offers";

interface OfferListProps {
  offers: readonly Offer[];
  /** When the offers were read; a signature made then lapses one window later. */
  at: Date;
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

const lapses = ({ windowSec }: Offer, at: Date): string =>
  clock.format(new Date(at.getTime() + windowSec * 1000));

export function OfferList({ offers, at }: OfferListProps) {
  return (
    <ul className="divide-y divide-dashed divide-edge/60">
      {offers.map((offer, index) => (
        <li key={index} className="py-4 first:pt-0 last:pb-0">
          <h3 className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">{offer.network}</span>
            <span className="figures text-lg font-medium">{offer.amount}</span>
          </h3>
          <dl className="mt-2 grid grid-cols-[4.25rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm [&>dd]:wrap-anywhere [&>dt]:text-muted">
            <dt>Network</dt>
            <dd className="figures text-[0.6875rem]/5">{offer.networkId}</dd>
            <dt>Asset</dt>
            <dd className="figures text-[0.6875rem]/5">{offer.asset}</dd>
            <dt>Pay to</dt>
            <dd className="figures text-[0.6875rem]/5">{offer.payTo}</dd>
            <dt>Expiry</dt>
            <dd>
              {offer.windowSec} s from signing; signed now:{" "}
              <span className="figures text-[0.8125rem]">{lapses(offer, at)}</span>
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}
