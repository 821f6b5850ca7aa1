import type { Metadata } from "next";
import Link from "next/link";
import { PageHead } from "@/components/site/page-head";
import { TOKEN_ROUTES } from "@/components/token/routes";
import { TokenRoom } from "@/components/token/token-room";
import { buttonLook } from "@/components/ui/button";
import { TERMS } from "@/lib/payments/token/terms";

export const dynamic = "error";

const DESCRIPTION =
  "What holding the service's own token gives once it is launched, what a wallet has by it, and the public record of burns. Prices are in USD, whatever pays them.";

export const metadata: Metadata = { title: "Token", description: DESCRIPTION };

export default function TokenPage() {
  return (
    <>
      <PageHead title="Token" lead={DESCRIPTION}>
        <ul className="mt-5 flex flex-wrap gap-2">
          <li>
            <Link
              href="/docs/buying#in-the-services-own-token"
              prefetch={false}
              className={buttonLook("secondary")}
            >
              How it pays, and what it gives
            </Link>
          </li>
        </ul>
        <p className="mt-4 max-w-2xl text-note text-muted">
          Once it is launched, a payment in it is {TERMS.discountPct} % below the price in USDC, and{" "}
          {TERMS.burnPct} % of it are burned. It is a means of payment here and nothing else: no share, no
          yield, no claim on anybody. Programs ask{" "}
          <code className="figures wrap-anywhere">GET {TOKEN_ROUTES.pay}</code>,{" "}
          <code className="figures wrap-anywhere">{TOKEN_ROUTES.credits}</code> and{" "}
          <code className="figures wrap-anywhere">{TOKEN_ROUTES.burns}</code>.
        </p>
      </PageHead>
      <div className="sheet mt-10">
        <TokenRoom routes={TOKEN_ROUTES} />
      </div>
    </>
  );
}
