import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** A part of the page: what it is about at the left, the thing itself at the right; one above the other when narrow. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="sheet mt-20 sm:mt-28">
      <div className="grid gap-x-12 gap-y-8 border-t border-ink pt-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
        <div className="max-w-md self-start lg:sticky lg:top-8">
          <h2 id={`${id}-title`} className="text-2xl font-semibold tracking-tight">
            {title}
          </h2>
          <div className="mt-3 text-muted">{lead}</div>
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}
