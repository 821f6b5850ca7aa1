import type { Metadata } from "next";
import { FactsPage } from "@/components/docs/facts-page";
import { readDoc } from "@/components/docs/read-doc";

export const dynamic = "error";

const TITLE = "Privacy";
const LEAD = "No account, no name, no e-mail address. What is kept of a payer, for how long, and why.";

export const metadata: Metadata = { title: TITLE, description: LEAD };

export default function PrivacyPage() {
  return <FactsPage title={TITLE} lead={LEAD} sections={readDoc("terms.md", ["What is kept of payers"])} />;
}
