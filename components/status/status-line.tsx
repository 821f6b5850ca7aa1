"use client";

import { ReadingState } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { Badge } from "@/components/ui/badge";
import type { StatusAnswer } from "@/lib/status/answer";
import { parseStatus, STATUS_PATH } from "./parse-status";
import { verdictOf } from "./verdict";

const MOST = 3;

/** The routes that sold last, the newest first. */
const lastSalesOf = ({ routes }: StatusAnswer) =>
  routes
    .flatMap(({ label, lastSale }) => (lastSale === null ? [] : [{ label, at: lastSale }]))
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST);

/** Whether it is up and what it sold last, for who has no time for tables. */
export function StatusLine() {
  const { reading, again } = useFreeAnswer(STATUS_PATH, parseStatus);
  return (
    <ReadingState reading={reading} again={again} what="the status">
      {(status) => {
        const { tone, title } = verdictOf(status);
        const sales = lastSalesOf(status);
        return (
          <div className="grid gap-2">
            <p>
              <Badge tone={tone}>{title}</Badge>
            </p>
            {sales.length === 0 ? (
              <p className="text-sm text-muted">No sale is known yet.</p>
            ) : (
              <div className="text-sm text-muted">
                Last sold:
                <ul className="mt-1 grid gap-1">
                  {sales.map(({ label, at }) => (
                    <li key={label} className="figures wrap-anywhere">
                      {at.slice(0, 16).replace("T", " ")} UTC · {label}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        );
      }}
    </ReadingState>
  );
}
