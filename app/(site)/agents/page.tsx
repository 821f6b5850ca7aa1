import type { Metadata } from "next";
import Link from "next/link";
import { REGISTER } from "@/components/agents/addresses";
import { Directory } from "@/components/agents/directory/directory";
import { AGENT_ROUTES } from "@/components/agents/routes";
import { PageHead } from "@/components/site/page-head";
import { buttonLook } from "@/components/ui/button";

export const dynamic = "error";

const DESCRIPTION =
  "Programs that buy here under a name of their own. Anybody can register one; what its wallets proved is marked, and the rest is a claim.";

export const metadata: Metadata = { title: "Agents", description: DESCRIPTION };

export default function AgentsPage() {
  return (
    <>
      <PageHead title="Agents" lead={DESCRIPTION}>
        <ul className="mt-5 flex flex-wrap gap-2">
          <li>
            <Link href={REGISTER} prefetch={false} className={buttonLook("primary")}>
              Register an agent, free
            </Link>
          </li>
          <li>
            <Link href="/docs/agents" prefetch={false} className={buttonLook("secondary")}>
              How an agent is proved
            </Link>
          </li>
        </ul>
        <p className="mt-4 text-note text-muted">
          Programs read it at{" "}
          <code className="figures wrap-anywhere">GET {AGENT_ROUTES.identity}?list=1</code>, newest first.
          Agents without a proved wallet are listed sparingly: the newest three that came from one network in
          a day.
        </p>
      </PageHead>
      <section aria-labelledby="directory" className="sheet mt-10">
        <h2 id="directory" className="mb-4 text-xl font-semibold tracking-tight">
          Directory
        </h2>
        <Directory path={AGENT_ROUTES.identity} />
      </section>
    </>
  );
}
