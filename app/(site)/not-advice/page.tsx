import type { Metadata } from "next";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const LEAD = "The service sells data and its own reading of them. What you do with it is yours to decide.";

export const metadata: Metadata = { title: "Not advice", description: LEAD };

/** Each a claim that the product itself keeps to. */
const POINTS = [
  "Nothing here is investment, legal or tax advice, and nobody here knows your means or your aims.",
  "Verdicts, scores and bands are formulas over public data. Each answer carries the parts of its score, so that you can add them up, and the version of its method.",
  "Verdicts are scored a day later, in public, beside what chance would have got. Where no skill is shown, the answer says so.",
  "An unknown is told as unknown. Coverage says how much of what an answer promises rests on fresh data.",
  "Signals in the lounge are their creators' own words. A certificate proves who said what and when, and not that it is right.",
  "A clear safety verdict says that no check failed. It does not say that a token is safe.",
];

export default function NotAdvicePage() {
  return (
    <>
      <PageHead title="Not advice" lead={LEAD} />
      <ul className="sheet mt-8 grid list-disc gap-3 pl-10">
        {POINTS.map((point) => (
          <li key={point} className="max-w-3xl">
            {point}
          </li>
        ))}
      </ul>
    </>
  );
}
