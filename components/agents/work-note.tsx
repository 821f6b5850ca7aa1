import { LoaderCircle } from "lucide-react";
import { Notice } from "@/components/ui/notice";
import type { Work } from "./use-work";

/** How something goes that a person started: read out as it changes. */
export const WorkNote = ({ work }: { work: Work }) => (
  <>
    <p role="status" className="flex items-center gap-2 empty:hidden">
      {work.at === "busy" && (
        <>
          <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden="true" /> {work.doing}
        </>
      )}
    </p>
    <div role={work.at === "stopped" ? "alert" : "status"} className="empty:hidden">
      {(work.at === "stopped" || work.at === "done") && (
        <Notice kind={work.at === "done" ? "good" : "warn"} title={work.title}>
          {work.text}
        </Notice>
      )}
    </div>
  </>
);
