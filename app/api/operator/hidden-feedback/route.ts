import { hideFeedbackEntry } from "@/lib/identity/hide-feedback/entry";
import { hideFeedback } from "@/lib/identity/hide-feedback/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serveFree(hideFeedbackEntry, hideFeedback);
