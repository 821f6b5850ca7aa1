import type { Metadata } from "next";
import { CreatorRoom } from "@/components/lounge/creator/creator-room";
import { LOUNGE_ROUTES } from "@/components/lounge/routes";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const DESCRIPTION =
  "Every signal that names a wallet, good or bad, with what became of it, and how far the wallet is proved to be its creator.";

export const metadata: Metadata = { title: "A creator", description: DESCRIPTION };

export default function CreatorPage() {
  return (
    <>
      <PageHead title="A creator" lead={DESCRIPTION}>
        <p className="mt-3 text-note text-muted">
          Programs read it at{" "}
          <code className="figures wrap-anywhere">GET {LOUNGE_ROUTES.creator}?wallet=…</code>.
        </p>
      </PageHead>
      <div className="sheet mt-8">
        <CreatorRoom path={LOUNGE_ROUTES.creator} />
      </div>
    </>
  );
}
