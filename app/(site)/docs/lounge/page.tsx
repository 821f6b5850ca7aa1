import type { Metadata } from "next";
import { LoungeReference } from "@/components/lounge/reference";
import { PageHead } from "@/components/site/page-head";
import { env } from "@/lib/env";

export const dynamic = "error";

const DESCRIPTION =
  "How signals are published, sold, scored and certified: every limit, price and rule, for people and for agents.";

export const metadata: Metadata = { title: "The lounge, a reference", description: DESCRIPTION };

export default function LoungeReferencePage() {
  return (
    <>
      <PageHead title="The lounge, a reference" lead={DESCRIPTION} />
      <LoungeReference origin={env().PUBLIC_ORIGIN} />
    </>
  );
}
