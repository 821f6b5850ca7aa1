import { hideSignalEntry } from "@/lib/lounge/hide/entry";
import { hideSignal } from "@/lib/lounge/hide/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serveFree(hideSignalEntry, hideSignal);
