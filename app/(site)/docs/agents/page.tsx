import type { Metadata } from "next";
import { DocPage } from "@/components/docs/doc-page";
import { readDoc } from "@/components/docs/read-doc";

export const dynamic = "error";

const TITLE = "Agents that buy and sell";
const LEAD =
  "How an agent gets a name here, says who it is, and proves it: by its wallets, and in the registries on both chains.";

export const metadata: Metadata = { title: TITLE, description: LEAD };

export default function AgentsGuidePage() {
  return (
    <DocPage
      path="/docs/agents"
      title={TITLE}
      lead={LEAD}
      sections={readDoc("api.md", ["Agents", "As an agent"])}
    />
  );
}
