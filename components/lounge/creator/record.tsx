import { Card } from "@/components/ui/card";
import type { CreatorRecord } from "../feed/best-record";
import { percentInWords } from "../words";

/** A creator's record: hits among scored calls, with its interval beside what the same calls would have hit anyway. */
export function Record({ record }: { record: CreatorRecord }) {
  const { scored, hits, misses, voids, hitRate, baseRate, interval95, statement } = record;
  const figures = [
    ["Scored", scored],
    ["Hits", hits],
    ["Misses", misses],
    ["Void", voids],
    ["Hit rate", percentInWords(hitRate)],
    ["Base rate", percentInWords(baseRate)],
  ] as const;
  return (
    <section aria-labelledby="record">
      <Card className="grid gap-4">
        <h2 id="record" className="text-xl font-semibold tracking-tight">
          Record
        </h2>
        <p className="font-medium">{statement}</p>
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
          {figures.map(([term, value]) => (
            <div key={term}>
              <dt className="text-note text-muted">{term}</dt>
              <dd className="figures text-lg">{value}</dd>
            </div>
          ))}
        </dl>
        {interval95 !== null && hitRate !== null && baseRate !== null && (
          <Interval {...interval95} hitRate={hitRate} baseRate={baseRate} />
        )}
        <p className="text-note text-muted">
          Only calls of a proved creator count, the first on each asset of each UTC day, each held against the
          price 24 hours later. Rates are told from thirty scored calls on.
        </p>
      </Card>
    </section>
  );
}

interface IntervalProps {
  low: number;
  high: number;
  hitRate: number;
  baseRate: number;
}

/** Shares on a line from none to all: the interval as a bar, the base rate as a line across it. */
function Interval({ low, high, hitRate, baseRate }: IntervalProps) {
  const words = `95 % interval ${percentInWords(low)} to ${percentInWords(high)}; base rate ${percentInWords(baseRate)}`;
  return (
    <figure className="grid gap-1">
      <svg
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
        className="h-6 w-full"
      >
        <rect x="0" y="3.5" width="100" height="1" className="fill-rule" />
        <rect x={low * 100} y="2" width={(high - low) * 100} height="4" className="fill-muted" />
        <rect x={hitRate * 100 - 0.3} y="1" width="0.6" height="6" className="fill-ink" />
        <rect x={baseRate * 100 - 0.3} y="0" width="0.6" height="8" className="fill-coin" />
      </svg>
      <figcaption className="text-note text-muted">{words}.</figcaption>
    </figure>
  );
}
