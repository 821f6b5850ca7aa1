import type { Metadata } from "next";
import { FactsPage } from "@/components/docs/facts-page";
import { readDoc } from "@/components/docs/read-doc";

export const dynamic = "error";

const TITLE = "Terms";
const LEAD = "What a payment buys and what it does not, as the service works.";

export const metadata: Metadata = { title: TITLE, description: LEAD };

export default function TermsPage() {
  return (
    <FactsPage title={TITLE} lead={LEAD} sections={readDoc("terms.md", ["Price and payment", "Receipts"])} />
  );
}
