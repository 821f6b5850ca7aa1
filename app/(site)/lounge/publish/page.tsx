import type { Metadata } from "next";
import { PublishForm } from "@/components/lounge/publish/publish-form";
import { PublishTerms } from "@/components/lounge/publish/terms";
import { PUBLISHING } from "@/components/lounge/routes";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const DESCRIPTION =
  "Say what you see, with a certificate of its text and time. Everybody reads the title and a teaser; the text is sold.";

export const metadata: Metadata = { title: "Publish a signal", description: DESCRIPTION };

export default function PublishPage() {
  return (
    <>
      <PageHead title="Publish a signal" lead={DESCRIPTION} />
      <PublishTerms />
      <div className="sheet mt-10">
        <PublishForm route={PUBLISHING} />
      </div>
    </>
  );
}
