"use client";

import { ReadingState } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { Badge } from "@/components/ui/badge";
import { parseStatus, STATUS_PATH } from "./parse-status";
import { verdictOf } from "./verdict";

/** One line that says whether it is up, for who has no time for tables. */
export function StatusLine() {
  const { reading, again } = useFreeAnswer(STATUS_PATH, parseStatus);
  return (
    <ReadingState reading={reading} again={again} what="the status">
      {(status) => {
        const { tone, title } = verdictOf(status);
        const last = status.routes
          .flatMap(({ lastSale }) => lastSale ?? [])
          .sort()
          .at(-1);
        return (
          <div className="grid gap-2">
            <p>
              <Badge tone={tone}>{title}</Badge>
            </p>
            <p className="text-sm text-muted">
              {last === undefined ? (
                "Nothing was sold here yet."
              ) : (
                <>
                  Last sale <span className="figures">{last.slice(0, 16).replace("T", " ")} UTC</span>
                </>
              )}
            </p>
          </div>
        );
      }}
    </ReadingState>
  );
}
