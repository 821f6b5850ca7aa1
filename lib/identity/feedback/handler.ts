import type { Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { documentHeaders } from "../document-headers";
import type { feedbackEntry } from "./entry";
import { type Kept, readKept } from "./file";

/** What is kept of a feedback. Throws ApiError 404 for none, and 503. */
export async function requireKept(id: string): Promise<Kept> {
  const kept = readKept(
    await fromLedger(Promise.resolve().then(() => ledgerStore().get(keys.agentFeedback(id)))),
  );
  if (kept === null) throw new ApiError("not_found", "No feedback has this id.");
  return kept;
}

/** `GET /api/agent-identity-feedback`. Throws ApiError 404 for a file that was never there, or was taken down. */
export const getFeedback: Handler<typeof feedbackEntry> = async ({ id }) => {
  const kept = await requireKept(id);
  if (kept.kind === "taken down")
    throw new ApiError("not_found", `This file was taken down (${kept.reason}). Its hash on chain stays.`);
  return { answer: kept.file, effects: [], headers: await documentHeaders(kept.file) };
};
