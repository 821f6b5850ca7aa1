import type { Metadata } from "next";
import { DocPage } from "@/components/docs/doc-page";
import { readDoc } from "@/components/docs/read-doc";

export const dynamic = "error";

const TITLE = "Errors and limits";
const LEAD = "Every refusal has a code, a cause and something to do about it. A refusal charges nothing.";

export const metadata: Metadata = { title: TITLE, description: LEAD };

export default function ErrorsGuidePage() {
  return (
    <DocPage
      path="/docs/errors"
      title={TITLE}
      lead={LEAD}
      sections={readDoc("api.md", ["Errors", "Limits", "How far an answer can be trusted"])}
    />
  );
}
