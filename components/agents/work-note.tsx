import { LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { StopWaiting } from "@/components/pay/purchase/stop-waiting";
import { Notice } from "@/components/ui/notice";
import type { Work } from "./use-work";

/** How something goes that a person started: read out as it changes. */
export function WorkNote({ work }: { work: Work }) {
  const note = useRef<HTMLDivElement>(null);
  // The button that ended a wait is gone, and the focus with it.
  useEffect(() => {
    if (work.at === "stopped" && document.activeElement === document.body) note.current?.focus();
  }, [work]);
  return (
    <>
      <p role="status" className="flex items-center gap-2 empty:hidden">
        {work.at === "busy" && (
          <>
            <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden="true" /> {work.doing}
          </>
        )}
      </p>
      {work.at === "busy" && work.leave !== null && <StopWaiting onStop={work.leave} />}
      <div
        ref={note}
        tabIndex={-1}
        role={work.at === "stopped" ? "alert" : "status"}
        className="empty:hidden"
      >
        {(work.at === "stopped" || work.at === "done") && (
          <Notice kind={work.at === "done" ? "good" : "warn"} title={work.title}>
            {work.text}
          </Notice>
        )}
      </div>
    </>
  );
}
