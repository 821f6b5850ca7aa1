import type { Metadata } from "next";
import { PageHead } from "@/components/site/page-head";
import { StatusView } from "@/components/status/status-view";

export const dynamic = "error";

const LEAD =
  "What the service itself keeps of how it does: who settles, when each route last sold, what each provider last gave.";

export const metadata: Metadata = { title: "Status", description: LEAD };

export default function StatusPage() {
  return (
    <>
      <PageHead title="Status" lead={LEAD}>
        <p className="mt-4 text-note text-muted">
          The same as JSON, free and without a key:{" "}
          <a href="/api/status" className="link figures">
            /api/status
          </a>
        </p>
      </PageHead>
      <div className="sheet mt-8">
        <StatusView />
      </div>
    </>
  );
}
