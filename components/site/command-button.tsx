"use client";

import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { buttonLook } from "@/components/ui/button";

/** Its list and its search come when somebody asks for them, and not before. */
const Palette = lazy(() => import("./command-palette"));

/** Opens the palette, by pointer and by ⌘K or Ctrl+K anywhere on the site. */
export function CommandButton() {
  const [state, setState] = useState({ wanted: false, open: false });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setState(({ open }) => ({ wanted: true, open: !open }));
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        onClick={() => setState({ wanted: true, open: true })}
        aria-keyshortcuts="Meta+K Control+K"
        className={buttonLook("quiet", "small")}
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="sr-only">Search the site</span>
        <kbd className="figures text-note max-sm:hidden" aria-hidden="true">
          ⌘K
        </kbd>
      </button>
      {state.wanted && (
        <Suspense>
          <Palette open={state.open} onClose={() => setState({ wanted: true, open: false })} />
        </Suspense>
      )}
    </>
  );
}
