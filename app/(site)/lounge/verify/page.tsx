import type { Metadata } from "next";
import { LOUNGE_ROUTES } from "@/components/lounge/routes";
import { VerifyRoom } from "@/components/lounge/verify/verify-room";
import { WhatItProves } from "@/components/lounge/verify/what-it-proves";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const DESCRIPTION =
  "A certificate's hash, its place in the log and the log's signature, computed again in your browser. " +
  "Nothing of it rests on our saying that it is right.";

export const metadata: Metadata = { title: "Verify a certificate", description: DESCRIPTION };

export default function VerifyPage() {
  return (
    <>
      <PageHead title="Verify a certificate" lead={DESCRIPTION} />
      <div className="sheet mt-8">
        <VerifyRoom routes={LOUNGE_ROUTES} />
      </div>
      <WhatItProves />
    </>
  );
}
