import type { Metadata } from "next";
import { AccuracyView } from "@/components/accuracy/accuracy-view";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const LEAD =
  "Every verdict is frozen when it is made and scored a day later, in public, beside what chance would have got.";

export const metadata: Metadata = { title: "Accuracy", description: LEAD };

export default function AccuracyPage() {
  return (
    <>
      <PageHead title="How the verdicts did" lead={LEAD}>
        <p className="mt-4 text-note text-muted">
          The same as JSON, free and without a key:{" "}
          <a href="/api/svc-intel-accuracy" className="link figures">
            /api/svc-intel-accuracy
          </a>
        </p>
      </PageHead>
      <div className="sheet mt-8">
        <AccuracyView />
      </div>
    </>
  );
}
