"use client";

import { Search } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";
import { Button, buttonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/state";
import type { CommandPaletteProps } from "./command-palette";

type Palette = ComponentType<CommandPaletteProps>;

/** Where to go without the list. */
const WAYS = [
  { href: "/desks", label: "Desks" },
  { href: "/pricing", label: "Pricing" },
  { href: "/docs", label: "Docs" },
  { href: "/status", label: "Status" },
];

/** Opens the palette, by pointer and by ⌘K or Ctrl+K anywhere on the site. Its list comes when somebody asks for it. */
export function CommandButton() {
  const [open, setOpen] = useState(false);
  const [palette, setPalette] = useState<{ Palette: Palette } | null>(null);
  const [failures, setFailures] = useState({ counted: 0, asked: 0 });
  const isWanted = open && palette === null;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen((isOpen) => !isOpen);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    import("./command-palette").then(
      ({ default: Palette }) => isHere && setPalette({ Palette }),
      () => isHere && setFailures(({ asked }) => ({ counted: asked + 1, asked })),
    );
    return () => {
      isHere = false;
    };
  }, [isWanted, failures.asked]);

  const close = () => setOpen(false);
  const again = () => setFailures(({ counted }) => ({ counted, asked: counted }));
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Meta+K Control+K"
        className={buttonLook("quiet", "small")}
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="sr-only">Search the site</span>
        <kbd className="figures text-note max-sm:hidden" aria-hidden="true">
          ⌘K
        </kbd>
      </button>
      {palette !== null ? (
        <palette.Palette open={open} onClose={close} />
      ) : (
        failures.counted > 0 && <NotLoaded open={open} onClose={close} again={again} />
      )}
    </>
  );
}

interface NotLoadedProps extends CommandPaletteProps {
  again: () => void;
}

/** The list did not come, from a network that was gone for a moment, say. A browser may not ask for it again by itself. */
const NotLoaded = ({ open, onClose, again }: NotLoadedProps) => (
  <Dialog open={open} onClose={onClose} title="Go to">
    <ErrorState title="The list of pages did not load" retry={again}>
      Try again, or load the page anew if that does not help.
    </ErrorState>
    <ul className="mt-4 flex flex-wrap gap-2">
      {WAYS.map(({ href, label }) => (
        <li key={href}>
          <a href={href} className={buttonLook("secondary", "small")}>
            {label}
          </a>
        </li>
      ))}
    </ul>
    <div className="mt-4">
      <Button size="small" variant="quiet" onClick={() => window.location.reload()}>
        Load the page anew
      </Button>
    </div>
  </Dialog>
);
