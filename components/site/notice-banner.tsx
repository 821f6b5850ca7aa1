import { Info } from "lucide-react";

/** What the operator wants every reader to know first, such as that all data here is made up. */
export function NoticeBanner({ notice }: { notice: string }) {
  return (
    <aside aria-label="Service notice" className="bg-coin text-on-coin">
      <p className="sheet flex items-start gap-2.5 py-2.5 text-sm font-medium">
        <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">{notice}</span>
      </p>
    </aside>
  );
}
