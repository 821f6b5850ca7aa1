import type { Metadata } from "next";
import { BadgesRoom } from "@/components/lounge/badges/badges-room";
import { LOUNGE_ROUTES } from "@/components/lounge/routes";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const DESCRIPTION =
  "What a wallet has earned by reading: by different signals that it unlocked, each paid and seen on chain.";

export const metadata: Metadata = { title: "Readers' badges", description: DESCRIPTION };

export default function BadgesPage() {
  return (
    <>
      <PageHead title="Readers' badges" lead={DESCRIPTION}>
        <p className="mt-3 text-note text-muted">
          Programs read them at{" "}
          <code className="figures wrap-anywhere">GET {LOUNGE_ROUTES.badges}?wallet=…</code>.
        </p>
      </PageHead>
      <div className="sheet mt-8">
        <BadgesRoom path={LOUNGE_ROUTES.badges} />
      </div>
    </>
  );
}
