import { Section } from "@/components/home/section";
import { CodeBlock } from "./code-block";

interface RefusalProps {
  /** The scanner's name in a robots.txt. */
  token: string;
  /** Where to write to, if anywhere. */
  contact: string | null;
}

/** How an owner refuses, and what becomes of what was seen. */
export function Refusal({ token, contact }: RefusalProps) {
  return (
    <Section
      id="refuse"
      title="How to refuse"
      lead={<p>A refused scan is not made and not charged, for any caller and whatever they attest.</p>}
    >
      <div className="grid gap-7">
        <div>
          <h3 className="font-semibold">In robots.txt</h3>
          <p className="mt-1 mb-3 text-muted">
            Name the scanner and close the root to it. The file is read before anything else, at each scan, so
            it counts at once. A group for <span className="figures">*</span> does not count: it is written
            for crawlers that come by themselves, and owners of closed sites have them checked, too.
          </p>
          <CodeBlock lines={[`User-agent: ${token}`, "Disallow: /"]} />
        </div>
        <div>
          <h3 className="font-semibold">By letter</h3>
          <p className="mt-1 text-muted">
            {contact === null ? (
              "No address is configured for this service."
            ) : (
              <>
                Write to{" "}
                <a href={`mailto:${contact}`} className="underline underline-offset-4 hover:text-ink">
                  {contact}
                </a>{" "}
                from the domain, or with proof that it is yours: the domain and every name below it are then
                refused without a single request. Write there, too, when somebody had your site scanned
                without your leave; say when it was.
              </>
            )}
          </p>
        </div>
        <div>
          <h3 className="font-semibold">What becomes of it</h3>
          <p className="mt-1 text-muted">
            The report goes to its buyer, who can read it again for a day with the same payment. Time, host,
            payment and a keyed hash of the buyer&apos;s network address are kept for 180 days. Nothing is
            published.
          </p>
        </div>
      </div>
    </Section>
  );
}
