import { Section } from "@/components/home/section";
import type { REQUESTED_PATHS } from "@/lib/security/audit/requested-paths";

interface RequestsProps {
  asked: typeof REQUESTED_PATHS;
  /** Most requests of one scan. */
  budget: number;
}

/** Everything that is asked for. */
export function Requests({ asked, budget }: RequestsProps) {
  return (
    <Section
      id="requests"
      title="What is asked for"
      lead={
        <p>
          These paths of the site&apos;s own origin, and where they redirect to within it, at most {budget}{" "}
          requests in all. Where a path redirects to another site, the scanner does not follow; a homepage
          that leads to another name of the same domain, as to www, is followed once.
        </p>
      }
    >
      <ul className="grid gap-8">
        {asked.map(({ audit, why, method, paths }) => (
          <li key={`${audit} ${method}`}>
            <h3 className="font-semibold">
              {audit} <span className="figures text-sm font-normal text-muted">{method}</span>
            </h3>
            <p className="mt-1 mb-3 max-w-2xl text-muted">{why}</p>
            <ul className="figures flex flex-wrap gap-x-2 gap-y-1.5 text-[0.8125rem]">
              {paths.map((path) => (
                <li key={path} className="rounded-md border border-rule bg-panel px-2 py-0.5 wrap-anywhere">
                  {path}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  );
}
