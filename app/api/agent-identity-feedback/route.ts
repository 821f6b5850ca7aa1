import { feedbackEntry } from "@/lib/identity/feedback/entry";
import { getFeedback } from "@/lib/identity/feedback/handler";
import { giveFeedbackEntry } from "@/lib/identity/give-feedback/entry";
import { giveFeedback } from "@/lib/identity/give-feedback/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(feedbackEntry, getFeedback);
export const POST = serveFree(giveFeedbackEntry, giveFeedback);
