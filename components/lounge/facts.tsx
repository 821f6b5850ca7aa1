import type { ReactNode } from "react";

/** Terms and what is known of them; hashes and addresses in one width, broken wherever they must be. */
export const Facts = ({ rows }: { rows: readonly (readonly [term: string, fact: ReactNode])[] }) => (
  <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
    {rows.map(([term, fact]) => (
      <div key={term} className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
        <dt className="text-note text-muted">{term}</dt>
        <dd className="min-w-0 wrap-anywhere">{fact}</dd>
      </div>
    ))}
  </dl>
);

export const Hash = ({ children }: { children: ReactNode }) => (
  <code className="figures text-note wrap-anywhere">{children}</code>
);
