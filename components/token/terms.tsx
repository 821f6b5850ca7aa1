import { Facts, Hash } from "@/components/lounge/facts";
import { timeInWords } from "@/components/lounge/words";
import { ReadingState } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { Badge } from "@/components/ui/badge";
import { readTokenPay, type Token } from "./own-answers";

/** What the token is, and on what terms it pays at this moment. */
export function Terms({
  token: { symbol, mint, network, program, decimals },
  path,
}: {
  token: Token;
  path: string;
}) {
  const { reading, again } = useFreeAnswer(path, readTokenPay);
  return (
    <section aria-labelledby="terms" className="grid gap-4">
      <h2 id="terms" className="text-xl font-semibold tracking-tight">
        Paying in {symbol}
      </h2>
      <Facts
        rows={[
          ["Mint", <Hash key="mint">{mint}</Hash>],
          ["Network", <Hash key="network">{network}</Hash>],
          ["Program", <Hash key="program">{program}</Hash>],
          ["Decimals", String(decimals)],
        ]}
      />
      <ReadingState reading={reading} again={again} what="the terms">
        {({ terms, price, offered, because }) => (
          <Facts
            rows={[
              [
                "Offered now",
                offered ? <Badge tone="good">Yes</Badge> : <Badge tone="unknown">No: {because}</Badge>,
              ],
              [
                "Price of one",
                price === null
                  ? "unknown"
                  : `$${price.usd}, by ${price.source}, read ${timeInWords(price.asOf)}`,
              ],
              ["Less than in USDC", `${terms.discountPct} %`],
              ["Burned of each payment", `${terms.burnPct} %; the treasury keeps ${terms.treasuryPct} %`],
              ["Refunds", terms.refunds],
            ]}
          />
        )}
      </ReadingState>
    </section>
  );
}
