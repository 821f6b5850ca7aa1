import { priceInWords } from "@/components/home/price-list";
import { priceOf } from "@/lib/catalog/define";
import { securityHeadersEntry } from "@/lib/security/headers/entry";
import { securityReadinessEntry } from "@/lib/security/readiness/entry";
import type { Audit } from "@/lib/security/report/report";
import { securityScanEntry } from "@/lib/security/scan/entry";

/** One of the three audits, as the page offers it. */
export interface AuditOffer {
  audit: Audit;
  path: string;
  /** USDC base units. */
  price: number;
  priceText: string;
  title: string;
  gives: string;
}

const offer = (
  audit: Audit,
  entry: typeof securityScanEntry | typeof securityHeadersEntry | typeof securityReadinessEntry,
  title: string,
  gives: string,
): AuditOffer => ({
  audit,
  path: entry.path,
  price: priceOf(entry),
  priceText: priceInWords(entry),
  title,
  gives,
});

export const AUDIT_OFFERS: readonly AuditOffer[] = [
  offer(
    "security-scan",
    securityScanEntry,
    "Surface scan",
    "An overall grade, and how many findings of each severity in six categories: leaked files, cookies, redirects and more.",
  ),
  offer(
    "security-headers",
    securityHeadersEntry,
    "Header checklist",
    "Grade and score, each of twelve tests with its reason, and the line to set on your server.",
  ),
  offer(
    "security-readiness",
    securityReadinessEntry,
    "Readiness for agents",
    "A score out of 100, each check with what was asked, what came and how to pass.",
  ),
];
