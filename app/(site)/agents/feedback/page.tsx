import type { Metadata } from "next";
import { FeedbackRoom } from "@/components/agents/feedback/feedback-form";
import { AGENT_ROUTES } from "@/components/agents/routes";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const DESCRIPTION =
  "Rate an agent, or this service, in ERC-8004's reputation registry with a payment as proof. It publishes the payment, so that you are warned first.";

export const metadata: Metadata = { title: "Feedback from a payment", description: DESCRIPTION };

export default function FeedbackPage() {
  return (
    <>
      <PageHead title="Feedback from a payment" lead={DESCRIPTION}>
        <p className="mt-3 text-note text-muted">
          Programs do it at <code className="figures wrap-anywhere">POST {AGENT_ROUTES.feedback}</code>.
        </p>
      </PageHead>
      <div className="sheet mt-8">
        <FeedbackRoom routes={AGENT_ROUTES} />
      </div>
    </>
  );
}
