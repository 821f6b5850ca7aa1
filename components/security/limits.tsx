import { Section } from "@/components/home/section";
import { DOCUMENT_BYTES, HOME_BYTES, PROBE_BYTES } from "@/lib/security/scan-fetch";
import { durationInWords } from "./duration-in-words";

interface LimitsProps {
  /** Least time between two scans of a site, in milliseconds. */
  spacingMs: number;
  /** Most scans of a site within an hour. */
  perHour: number;
  /** Most requests of one scan. */
  budget: number;
}

/** How much of a burden a scan can be. */
export function Limits({ spacingMs, perHour, budget }: LimitsProps) {
  const limits = [
    { value: String(budget), meaning: "requests of one scan at most, redirects included" },
    { value: "1", meaning: "scan of a site at a time, over all callers" },
    { value: durationInWords(spacingMs), meaning: "between two scans of a site at least" },
    { value: String(perHour), meaning: "scans of a site within an hour at most" },
    {
      value: `${PROBE_BYTES / 1024} KB`,
      meaning: `are read of an answer, ${HOME_BYTES / 1024} KB of the homepage, ${DOCUMENT_BYTES / 1024 ** 2} MB of a document`,
    },
    { value: "0", meaning: "cookies, sign-ins, forms, scripts run or weaknesses tried" },
  ];
  return (
    <Section
      id="limits"
      title="How much of it"
      lead={
        <p>
          Counted over all callers together, by the registered domain and by the network that the site is in.
          A site that is silent, busy or behind a test for browsers is left alone after its first answer.
        </p>
      }
    >
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {limits.map(({ value, meaning }) => (
          <div key={meaning} className="flex flex-col-reverse justify-end gap-1">
            <dt className="text-sm text-muted">{meaning}</dt>
            <dd className="figures text-2xl font-medium tracking-tight">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
