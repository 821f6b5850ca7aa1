import { formatUsd } from "@/lib/catalog/money";
import { TIERS } from "@/lib/catalog/tiers";

/** The tiers of the price list; a table below shows which routes have them. */
export function TierList() {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
      {TIERS.map(({ name, price, sold }) => (
        <div key={name}>
          <dt className="text-muted">{sold ? name : `${name}, which no route has`}</dt>
          <dd className="figures font-medium">{formatUsd(price)}</dd>
        </div>
      ))}
    </dl>
  );
}
