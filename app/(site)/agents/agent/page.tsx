import type { Metadata } from "next";
import { AgentRoom } from "@/components/agents/agent/agent-room";
import { AGENT_ROUTES } from "@/components/agents/routes";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const DESCRIPTION =
  "Who a registered agent says it is, which of its wallets proved it, and what it is on chain. Its owner proves and links it here.";

export const metadata: Metadata = { title: "An agent", description: DESCRIPTION };

export default function AgentPage() {
  return (
    <>
      <PageHead title="An agent" lead={DESCRIPTION}>
        <p className="mt-3 text-note text-muted">
          Programs read it at <code className="figures wrap-anywhere">GET {AGENT_ROUTES.identity}?id=…</code>.
        </p>
      </PageHead>
      <div className="sheet mt-8">
        <AgentRoom routes={AGENT_ROUTES} />
      </div>
    </>
  );
}
