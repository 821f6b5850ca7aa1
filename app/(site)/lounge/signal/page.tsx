import type { Metadata } from "next";
import { SignalRoom } from "@/components/lounge/signal/signal-room";
import { LOUNGE_ROUTES, UNLOCK } from "@/components/lounge/routes";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const DESCRIPTION =
  "What everybody reads of it, its certificate and its outcome; its text for who unlocks it.";

export const metadata: Metadata = { title: "A signal", description: DESCRIPTION };

export default function SignalPage() {
  return (
    <>
      <PageHead title="A signal" lead={DESCRIPTION} />
      <div className="sheet mt-8">
        <SignalRoom routes={LOUNGE_ROUTES} unlock={UNLOCK} />
        <p className="mt-12 text-note text-muted">
          Programs read it at{" "}
          <code className="figures wrap-anywhere">GET {LOUNGE_ROUTES.certificate}?signalId=sig_…</code> and
          unlock it at <code className="figures wrap-anywhere">POST {UNLOCK.path}</code>.
        </p>
      </div>
    </>
  );
}
