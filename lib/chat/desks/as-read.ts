import { priceOf } from "@/lib/catalog/define";
import type { ApiError } from "@/lib/http/api-error";
import { toUsd } from "@/lib/catalog/money";
import type { ChatAnswer } from "../answer";
import { CHAT_DESKS, type DeskName, type DeskReads } from "./read-desks";

/** A desk alone charges nothing for a refusal; of a turn that another desk answers that is not true. */
export const reasonOf = ({ problem }: ApiError): string => problem;

export type DeskAsRead = ChatAnswer["desks"][number];

const ageSec = (time: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - new Date(time).getTime()) / 1_000));

/** Of each desk that was read: where to ask it directly, with what, for how much, and how far its data can be trusted. */
export const desksAsRead = (reads: DeskReads, now: Date): DeskAsRead[] =>
  // The members of what was read are desks.
  (Object.keys(reads) as DeskName[]).flatMap((name) => {
    const read = reads[name];
    if (read === undefined) return [];
    const { entry } = CHAT_DESKS[name];
    const { answer, refused, input } = read;
    return [
      {
        desk: entry.label,
        path: entry.path,
        priceUsdc: toUsd(priceOf(entry)),
        input: { ...input },
        dataAsOf: answer?.dataAsOf ?? null,
        ageSec: answer === null ? null : ageSec(answer.dataAsOf, now),
        coverage: answer?.coverage ?? null,
        stale: answer?.stale ?? false,
        sources: [...(answer?.sources ?? [])],
        reason: refused === null ? null : reasonOf(refused),
      },
    ];
  });
