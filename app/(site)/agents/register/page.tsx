import type { Metadata } from "next";
import { RegisterForm } from "@/components/agents/register/register-form";
import { AGENT_ROUTES } from "@/components/agents/routes";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const DESCRIPTION =
  "An agent is a pair of public addresses. Registering is free and proves nothing: its wallets prove it next, each by one signature.";

export const metadata: Metadata = { title: "Register an agent", description: DESCRIPTION };

export default function RegisterAgentPage() {
  return (
    <>
      <PageHead title="Register an agent" lead={DESCRIPTION}>
        <p className="mt-3 max-w-2xl text-note text-muted">
          The same pair always has the same id, whoever registers it. Programs register at{" "}
          <code className="figures wrap-anywhere">POST {AGENT_ROUTES.identity}</code>.
        </p>
      </PageHead>
      <div className="sheet mt-8">
        <RegisterForm path={AGENT_ROUTES.identity} />
      </div>
    </>
  );
}
