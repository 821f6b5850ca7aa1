"use client";

import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { Dialog } from "@/components/ui/dialog";
import { DESK_PAGES, PAGES } from "@/lib/discovery/pages";

const GROUPS = [
  { heading: "Pages", pages: PAGES },
  { heading: "Desks", pages: DESK_PAGES },
] as const;

export interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
}

/** Every page of the site, found by what it is called. The default export is what the button loads. */
export default function CommandPalette({ open, onClose }: CommandPaletteProps) {
  const router = useRouter();
  const go = (path: string) => {
    onClose();
    router.push(path);
  };
  return (
    <Dialog open={open} onClose={onClose} title="Go to">
      <Command label="Go to">
        <Command.Input placeholder="A desk, a page, a guide…" className="field" />
        <Command.List aria-label="Pages" className="mt-3 max-h-[50dvh] overflow-y-auto">
          <Command.Empty className="py-6 text-center text-muted">
            Nothing of that name. Try a word of the question you have, such as yield or wallet.
          </Command.Empty>
          {GROUPS.map(({ heading, pages }) => (
            <Command.Group
              key={heading}
              heading={heading}
              className="text-note text-muted [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2"
            >
              {pages.map(({ path, title }) => (
                <Command.Item
                  key={path}
                  value={`${title} ${path}`}
                  onSelect={() => go(path)}
                  className="flex cursor-pointer items-baseline justify-between gap-4 rounded-md px-3 py-2.5 text-base text-ink data-[selected=true]:bg-paper"
                >
                  <span className="min-w-0">{title}</span>
                  <span className="figures text-note text-muted max-sm:hidden">{path}</span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
