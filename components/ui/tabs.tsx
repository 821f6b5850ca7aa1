"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

/** One of several things at a time, chosen by pointer or arrow keys; all of them are in the page from the start. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <Base.Root defaultValue={tabs[0]?.value}>
    <Base.List aria-label={label} className="flex flex-wrap gap-x-1 border-b border-rule" activateOnFocus>
      {tabs.map(({ value, label: name }) => (
        <Base.Tab
          key={value}
          value={value}
          className="-mb-px min-h-11 cursor-pointer border-b-2 border-transparent px-3 py-2 text-sm text-muted hover:text-ink data-active:border-coin data-active:font-medium data-active:text-ink"
        >
          {name}
        </Base.Tab>
      ))}
    </Base.List>
    {tabs.map(({ value, content }) => (
      <Base.Panel key={value} value={value} keepMounted className="pt-4">
        {content}
      </Base.Panel>
    ))}
  </Base.Root>
);
