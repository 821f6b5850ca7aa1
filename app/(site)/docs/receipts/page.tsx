import type { Metadata } from "next";
import { DocPage } from "@/components/docs/doc-page";
import { readDoc } from "@/components/docs/read-doc";

export const dynamic = "error";

const TITLE = "Receipts";
const LEAD = "Each paid answer comes with a receipt that is signed and can be checked without this service.";

export const metadata: Metadata = { title: TITLE, description: LEAD };

export default function ReceiptsGuidePage() {
  return (
    <DocPage path="/docs/receipts" title={TITLE} lead={LEAD} sections={readDoc("api.md", ["Receipts"])} />
  );
}
