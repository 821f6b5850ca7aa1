"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { buttonLook } from "./button";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/**
 * The platform's own modal dialog: it keeps the focus inside, gives it back, closes by Escape and makes the rest inert,
 * without a line of script that this site would have to keep.
 */
export function Dialog({ open, onClose, title, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (!open) {
      dialog.current?.close();
      return;
    }
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("input, select, textarea, a[href], button")?.focus();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      // The page closes it, so that what is on the screen and what the page knows are one at each moment. Where the browser
      // has closed it by itself, which a second Escape may do, the page hears of it afterwards.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => open && dialog.current?.open === false && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(36rem,calc(100vw-2rem))] overflow-y-auto rounded-xl border border-rule bg-panel p-0 text-ink"
    >
      {open && (
        <div className="relative p-5">
          <h2 id={heading} className="mb-4 pr-10 text-lg font-semibold tracking-tight">
            {title}
          </h2>
          {children}
          {/* Last, so that the dialog begins with what it is for. */}
          <button
            type="button"
            onClick={onClose}
            className={`${buttonLook("quiet", "small")} absolute top-4 right-4`}
          >
            <X className="size-4" aria-hidden="true" />
            <span className="sr-only">Close</span>
          </button>
        </div>
      )}
    </dialog>
  );
}
