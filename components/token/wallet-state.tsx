import { Facts } from "@/components/lounge/facts";
import { timeInWords } from "@/components/lounge/words";
import { ReadingState } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { withQuery } from "@/components/reading/with-query";
import { Button } from "@/components/ui/button";
import { describedBy, Input } from "@/components/ui/field";
import { EmptyState } from "@/components/ui/state";
import type { TcxCreditsAnswer } from "@/lib/token/credits/answer";
import { inTokens } from "./amounts";
import { readCredits, type Token } from "./own-answers";
import { TOKEN, type TokenQuery } from "./token-query";

interface WalletStateProps {
  token: Token;
  path: string;
  query: TokenQuery;
}

/** What a wallet has by what it holds. Balances are public, so that anybody may ask; using it takes the wallet's proof. */
export function WalletState({ token, path, query: { named, wallet } }: WalletStateProps) {
  const { reading, again } = useFreeAnswer(wallet === null ? null : withQuery(path, { wallet }), readCredits);
  const isWrong = named !== "" && wallet === null;
  return (
    <section aria-labelledby="wallet" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="wallet" className="text-xl font-semibold tracking-tight">
        What a wallet has
      </h2>
      <form action={TOKEN} method="get" className="flex max-w-2xl flex-wrap gap-2" data-twin="skip">
        <label htmlFor="holder" className="w-full text-sm font-medium">
          Solana wallet
        </label>
        <Input
          id="holder"
          key={named}
          name="wallet"
          defaultValue={named}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1 basis-60"
          aria-invalid={isWrong}
          aria-describedby={describedBy("holder", { hint: false, error: isWrong })}
        />
        <Button type="submit">Show what it has</Button>
      </form>
      {wallet !== null ? (
        <ReadingState reading={reading} again={again} what="the wallet's state">
          {(credits) => <Credits credits={credits} token={token} />}
        </ReadingState>
      ) : (
        isWrong && (
          <div id="holder-error">
            <EmptyState title="No wallet">This is no address of Solana.</EmptyState>
          </div>
        )
      )}
    </section>
  );
}

function Credits({ credits, token: { symbol, decimals } }: { credits: TcxCreditsAnswer; token: Token }) {
  const { wallet, tier, balance, counted, asOf, entitled, because, resetsAt } = credits;
  const amount = (units: string | null): string =>
    units === null ? "unknown" : `${inTokens(units, decimals)} ${symbol}`;
  const left = ({ entitled: isEntitled, left: calls }: { entitled: boolean; left: number }): string =>
    isEntitled ? `${calls} left today` : "not entitled";
  return (
    <div className="grid gap-4">
      <Facts
        rows={[
          [
            "Wallet",
            <code key="wallet" className="figures text-note">
              {wallet}
            </code>,
          ],
          ["Tier", tier],
          ["Holds", amount(balance)],
          ["Counts today", amount(counted)],
          ["Free desks", left(entitled.freeDesks)],
          ["Free audits", left(entitled.freeAudits)],
          ["Scans", `as deep as ${entitled.scanDepth}'s`],
          ["Read", asOf === null ? "unknown" : timeInWords(asOf)],
          ["Counted anew", resetsAt === null ? "unknown" : timeInWords(resetsAt)],
        ]}
      />
      {because !== null && <p className="text-note text-muted">{because}</p>}
    </div>
  );
}
