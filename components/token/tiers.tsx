import { Cell, HeadCell, RowHead, Table } from "@/components/ui/table";
import { inTokens } from "./amounts";
import type { Holders, Token } from "./own-answers";

const RANKS = ["Guest", "Deluxe", "Executive", "President"];

/** What holding so much gives, tier by tier. */
export function Tiers({ token: { symbol, decimals }, holders }: { token: Token; holders: Holders }) {
  const { freeDesks, freeAudits, deeperScans, tiers } = holders;
  const rows = [{ tier: "Guest", from: "0" }, ...tiers];
  const reaches = (tier: string, from: string): boolean => RANKS.indexOf(tier) >= RANKS.indexOf(from);
  return (
    <section aria-labelledby="tiers" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="tiers" className="text-xl font-semibold tracking-tight">
        Tiers
      </h2>
      <Table caption="Tiers of holders, and what each has">
        <thead>
          <tr>
            <HeadCell>Tier</HeadCell>
            <HeadCell numeric>From, in {symbol}</HeadCell>
            <HeadCell>Free audits</HeadCell>
            <HeadCell>Scans</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ tier, from }) => (
            <tr key={tier}>
              <RowHead>{tier}</RowHead>
              <Cell numeric>{inTokens(from, decimals)}</Cell>
              <Cell>{reaches(tier, freeAudits.tier) ? `${freeAudits.perDay} a day` : "none"}</Cell>
              <Cell>{reaches(tier, deeperScans.tier) ? `show as much as ${tier} has` : "a guest's"}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="max-w-3xl text-muted">
        From {inTokens(freeDesks.from, decimals)} {symbol} on, {freeDesks.perDay} calls a day of the raw desks
        are free: {freeDesks.routes.map((route) => route.replace(/^.*svc-intel-/, "")).join(", ")}. Scans are
        paid for as anybody&rsquo;s. What counts is the lower of a wallet&rsquo;s balance now and at 00:00
        UTC.
      </p>
    </section>
  );
}
