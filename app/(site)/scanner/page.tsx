import type { Metadata } from "next";
import { Identity } from "@/components/security/identity";
import { Limits } from "@/components/security/limits";
import { Refusal } from "@/components/security/refusal";
import { Requests } from "@/components/security/requests";
import { env } from "@/lib/env";
import { REQUESTED_PATHS } from "@/lib/security/audit/requested-paths";
import { REQUEST_BUDGET } from "@/lib/security/scan-fetch";
import { scannerAgent, scannerToken } from "@/lib/security/scan-fetch/egress";

export const dynamic = "error";

const DESCRIPTION =
  "Who asked your site for something, for what and how often, how to know that it was us, and how to refuse.";

export const metadata: Metadata = { title: "The site scanner", description: DESCRIPTION };

export default function ScannerPage() {
  const settings = env();
  const { NEXT_PUBLIC_SERVICE_NAME: name, PUBLIC_ORIGIN: origin } = settings;
  return (
    <>
      <div className="sheet pt-10 sm:pt-16 lg:pt-20">
        <h1 className="max-w-3xl text-[clamp(2.25rem,6vw,4rem)] leading-[1.05] font-semibold tracking-[-0.04em]">
          Your site was asked by our scanner
        </h1>
        <p className="mt-6 max-w-2xl text-lg text-muted sm:text-xl/relaxed">
          Somebody bought a check of it from {name} and attested that you allow that. The scanner looks at
          what the site shows to anybody. It signs in nowhere, guesses no password, tries no weakness and
          changes nothing. If you did not allow it, you can refuse below.
        </p>
      </div>
      <Identity
        agent={scannerAgent(name, origin)}
        origin={origin}
        signed={settings.SCAN_SIGNING_KEY !== undefined}
      />
      <Requests asked={REQUESTED_PATHS} budget={REQUEST_BUDGET} />
      <Limits
        spacingMs={settings.SCAN_SPACING_MS}
        perHour={settings.SCAN_HOURLY_LIMIT}
        budget={REQUEST_BUDGET}
      />
      <Refusal token={scannerToken(name)} contact={settings.CONTACT_EMAIL ?? null} />
    </>
  );
}
