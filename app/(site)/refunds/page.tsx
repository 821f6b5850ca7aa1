import type { Metadata } from "next";
import { FactsPage } from "@/components/docs/facts-page";
import { readDoc } from "@/components/docs/read-doc";

export const dynamic = "error";

const TITLE = "Refunds";
const LEAD = "What was not served is not charged. What moved all the same is served, or returned in full.";

export const metadata: Metadata = { title: TITLE, description: LEAD };

export default function RefundsPage() {
  return <FactsPage title={TITLE} lead={LEAD} sections={readDoc("terms.md", ["Refunds"])} />;
}
