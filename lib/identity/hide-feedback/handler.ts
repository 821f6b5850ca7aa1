import type { Handler } from "@/lib/handler";
import { log } from "@/lib/http/log";
import { takeDown } from "../feedback/file";
import { requireKept } from "../feedback/handler";
import type { hideFeedbackEntry } from "./entry";

/** Takes a file down; again, it changes nothing. Throws ApiError 404 for an unknown one, and 503. */
export const hideFeedback: Handler<typeof hideFeedbackEntry> = async ({ id, reason }) => {
  const kept = await requireKept(id);
  if (kept.kind === "taken down") return { answer: { ok: true, id, reason: kept.reason }, effects: [] };
  log.info("feedback_taken_down", { feedback: id, reason });
  return { answer: { ok: true, id, reason }, effects: [takeDown(id, reason)] };
};
