import { PageHead } from "@/components/site/page-head";
import { anchorOf } from "./anchor";
import { DocText } from "./doc-text";
import type { DocSection } from "./read-doc";

interface FactsPageProps {
  title: string;
  lead: string;
  sections: readonly DocSection[];
}

/** What holds between the service and who pays it, in the words of the repository's own document. */
export const FactsPage = ({ title, lead, sections }: FactsPageProps) => (
  <>
    <PageHead title={title} lead={lead} />
    <div className="sheet mt-10 grid grid-cols-[minmax(0,1fr)] gap-10">
      {sections.map((section) => (
        <section key={section.title} aria-labelledby={anchorOf(section.title)}>
          <h2 id={anchorOf(section.title)} className="mb-4 text-xl font-semibold tracking-tight">
            {section.title}
          </h2>
          <DocText {...section} />
        </section>
      ))}
    </div>
  </>
);
