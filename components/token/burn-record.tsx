import Link from "next/link";
import { timeInWords } from "@/components/lounge/words";
import { ReadingState } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { withQuery } from "@/components/reading/with-query";
import { Button, buttonLook } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { EmptyState } from "@/components/ui/state";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { explorerLink } from "@/lib/buying/chains";
import type { TokenBurnsAnswer } from "@/lib/token/burns/answer";
import { inTokens } from "./amounts";
import { CheckButton, CheckCell, SupplyNow, useChecks } from "./check-burns";
import { readBurns, type Token } from "./own-answers";
import type { TokenRoutes } from "./routes";
import { TOKEN, tokenAddress, type TokenQuery } from "./token-query";

interface BurnRecordProps {
  token: Token;
  routes: TokenRoutes;
  query: TokenQuery;
}

const A_PAGE = "10";

/** The public record of burns, day by day, which the reader's browser computes again from the chain. */
export function BurnRecord({ token, routes, query }: BurnRecordProps) {
  const { day, from } = query;
  const request = withQuery(routes.burns, { day, from: from === 0 ? null : String(from), limit: A_PAGE });
  const { reading, again } = useFreeAnswer(request, readBurns);
  return (
    <section aria-labelledby="burns" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="burns" className="text-xl font-semibold tracking-tight">
        Burn record
      </h2>
      <form
        action={`${TOKEN}#burns`}
        method="get"
        className="flex flex-wrap items-end gap-2"
        data-twin="skip"
      >
        {query.wallet !== null && <input type="hidden" name="wallet" value={query.wallet} />}
        <label className="grid gap-1 text-sm font-medium">
          Day (UTC)
          <Input type="date" name="day" key={day} defaultValue={day ?? ""} className="w-44" />
        </label>
        <Button type="submit">Show the day</Button>
      </form>
      <ReadingState reading={reading} again={again} what="the burn record">
        {(answer) => <Burns key={request} answer={answer} token={token} chain={routes.chain} query={query} />}
      </ReadingState>
    </section>
  );
}

interface BurnsProps {
  answer: TokenBurnsAnswer;
  token: Token;
  /** The route that asks the chain. */
  chain: string;
  query: TokenQuery;
}

function Burns({ answer: { totals, day, burns, next }, token, chain, query }: BurnsProps) {
  const { symbol, decimals, network } = token;
  const { checks, busy, check } = useChecks(chain, token.mint, burns);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p>
        <span className="figures">{inTokens(totals.burned, decimals)}</span> {symbol} burned by{" "}
        <span className="figures">{totals.payments}</span> {totals.payments === 1 ? "payment" : "payments"} of{" "}
        <span className="figures">{inTokens(totals.gross, decimals)}</span>, of all days, as the service
        counted.
      </p>
      <SupplyNow path={chain} token={token} />
      {burns.length === 0 ? (
        <EmptyState title="No payment on this day">
          No payment in {symbol} was settled on {day} (UTC).
        </EmptyState>
      ) : (
        <>
          <div>
            <CheckButton busy={busy} onCheck={() => void check()} />
            <p className="mt-2 max-w-3xl text-note text-muted">
              Your browser adds up what each transaction took from the token&rsquo;s accounts. It reads them
              through this site, since it calls nobody else; the links lead to an explorer that is not ours.
            </p>
          </div>
          <Table caption={`Payments in ${symbol} on ${day} (UTC), newest first`} captionShown>
            <thead>
              <tr>
                <HeadCell>Settled</HeadCell>
                <HeadCell numeric>Paid</HeadCell>
                <HeadCell numeric>Burned</HeadCell>
                <HeadCell numeric>Kept</HeadCell>
                <HeadCell>Transaction</HeadCell>
                <HeadCell>By the chain</HeadCell>
              </tr>
            </thead>
            <tbody>
              {burns.map((burn) => (
                <tr key={burn.transaction}>
                  <Cell className="figures whitespace-nowrap">{timeInWords(burn.at)}</Cell>
                  <Cell numeric>{inTokens(burn.gross, decimals)}</Cell>
                  <Cell numeric>{inTokens(burn.burned, decimals)}</Cell>
                  <Cell numeric>{inTokens(burn.kept, decimals)}</Cell>
                  <Cell>
                    <Transaction network={network} transaction={burn.transaction} />
                  </Cell>
                  <Cell>
                    <CheckCell check={checks.get(burn.transaction)} decimals={decimals} />
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
      <nav aria-label="Pages of the record" className="flex flex-wrap justify-between gap-3 empty:hidden">
        {query.from > 0 && (
          <Link
            href={tokenAddress(query, { day: query.day, from: 0 })}
            prefetch={false}
            className={buttonLook("secondary")}
          >
            Newest
          </Link>
        )}
        {next !== null && (
          <Link
            href={tokenAddress(query, { day: query.day, from: next })}
            prefetch={false}
            className={`${buttonLook("secondary")} ml-auto`}
          >
            Older
          </Link>
        )}
      </nav>
    </div>
  );
}

function Transaction({ network, transaction }: { network: string; transaction: string }) {
  const short = `${transaction.slice(0, 8)}…${transaction.slice(-8)}`;
  const link = explorerLink(network, transaction);
  return link === null ? (
    <span className="figures">{short}</span>
  ) : (
    <a href={link} target="_blank" rel="noopener noreferrer" className="link figures">
      {short}
      <span className="sr-only"> at the chain&rsquo;s explorer</span>
    </a>
  );
}
