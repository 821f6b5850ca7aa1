import type { ReactNode } from "react";
import { PAGES } from "@/lib/discovery/pages";
import { anchorOf } from "./anchor";
import { DocText } from "./doc-text";
import type { DocSection } from "./read-doc";

interface DocPageProps {
  /** The page's own address: the way through the documentation marks it. */
  path: string;
  title: string;
  lead: string;
  sections?: readonly DocSection[];
  children?: ReactNode;
}

const GUIDES = PAGES.filter(({ path }) => path.startsWith("/docs/"));

/** A page of the documentation: the way through it at the left, the page's parts below its title. */
export const DocPage = ({ path, title, lead, sections = [], children }: DocPageProps) => (
  <div className="sheet grid items-start gap-x-12 gap-y-8 pt-8 sm:pt-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
    <aside aria-label="Documentation" data-twin="skip" className="lg:sticky lg:top-8">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm lg:grid">
        {GUIDES.map((guide) => (
          <li key={guide.path}>
            <a
              href={guide.path}
              aria-current={guide.path === path ? "page" : undefined}
              className="inline-block py-1 text-muted hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {guide.title}
            </a>
          </li>
        ))}
      </ul>
    </aside>
    <div className="min-w-0">
      <h1 className="title">{title}</h1>
      <p className="mt-3 max-w-2xl text-lg text-muted">{lead}</p>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-12">
        {children}
        {sections.map((section) => (
          <section key={section.title} aria-labelledby={anchorOf(section.title)}>
            <h2 id={anchorOf(section.title)} className="mb-4 text-xl font-semibold tracking-tight">
              {section.title}
            </h2>
            <DocText {...section} />
          </section>
        ))}
      </div>
    </div>
  </div>
);
