import type { Metadata } from "next";
import { DocPage } from "@/components/docs/doc-page";
import { readDoc } from "@/components/docs/read-doc";

export const dynamic = "error";

const TITLE = "The tool endpoint";
const LEAD =
  "Every route is a tool too: point a client of the Model Context Protocol at /api/mcp, and it finds, prices and pays what is for sale.";

export const metadata: Metadata = { title: TITLE, description: LEAD };

export default function ToolsGuidePage() {
  return <DocPage path="/docs/tools" title={TITLE} lead={LEAD} sections={readDoc("api.md", ["Tools"])} />;
}
