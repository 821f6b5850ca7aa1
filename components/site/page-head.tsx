import type { ReactNode } from "react";

/** How a page begins: what it is, and what to expect of it, within the first screen. */
export const PageHead = ({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children?: ReactNode;
}) => (
  <div className="sheet pt-8 sm:pt-12">
    <h1 className="title max-w-3xl">{title}</h1>
    <p className="mt-3 max-w-2xl text-lg text-muted">{lead}</p>
    {children}
  </div>
);
