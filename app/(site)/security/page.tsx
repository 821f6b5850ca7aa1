import type { Metadata } from "next";
import Link from "next/link";
import { AUDIT_OFFERS } from "@/components/security/desk/audit-offers";
import { SecurityDesk } from "@/components/security/desk/security-desk";
import { shareImage } from "@/components/share/addresses";
import { SHARE_SIZE } from "@/components/share/size";
import { PageHead } from "@/components/site/page-head";
import { env } from "@/lib/env";
import { SCANNER_PAGE } from "@/lib/security/scan-fetch/egress";

export const dynamic = "error";

const DESCRIPTION =
  "A passive check of a site that you may have checked: name it, attest, pay by the call, read a signed report.";

export const metadata: Metadata = {
  title: "Security desk",
  description: DESCRIPTION,
  openGraph: {
    ...{ type: "website", siteName: env().NEXT_PUBLIC_SERVICE_NAME, url: "./" },
    images: [
      { url: shareImage("scan", "own"), ...SHARE_SIZE, type: "image/png", alt: "Our own site's grade" },
    ],
  },
};

export default function SecurityPage() {
  const { NEXT_PUBLIC_SERVICE_NAME: name, PUBLIC_ORIGIN: origin } = env();
  return (
    <>
      <div className="print:hidden">
        <PageHead title="How does your site stand?" lead={DESCRIPTION}>
          <p className="mt-3 max-w-2xl text-sm text-muted">
            Seen in your own site&apos;s logs?{" "}
            <Link href={SCANNER_PAGE} prefetch={false} className="link">
              What our scanner asks for, and how to refuse it
            </Link>
            .
          </p>
        </PageHead>
      </div>
      <div data-twin="skip">
        <SecurityDesk
          offers={AUDIT_OFFERS}
          origin={origin}
          tool={{ name: `${name} security desk`, informationUri: `${origin}${SCANNER_PAGE}` }}
        />
      </div>
      <section aria-labelledby="calls" className="sheet mt-16 print:hidden">
        <h2 id="calls" className="text-xl font-semibold tracking-tight">
          The same for programs
        </h2>
        <p className="mt-2 max-w-2xl text-muted">
          Each audit is one call, with <code className="figures">target</code>,{" "}
          <code className="figures">allowlist</code> and <code className="figures">authorized: true</code>.
          The answer is the report, signed; a file of it opens on this page.
        </p>
        <ul className="mt-4 grid gap-3">
          {AUDIT_OFFERS.map(({ path, title, gives, priceText }) => (
            <li key={path}>
              <p className="font-medium">
                {title} <span className="figures text-muted">{priceText}</span>
              </p>
              <p className="figures text-note wrap-anywhere">POST {path}</p>
              <p className="text-sm text-muted">{gives}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
