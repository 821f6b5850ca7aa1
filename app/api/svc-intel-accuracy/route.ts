import { accuracyEntry } from "@/lib/accuracy/page/entry";
import { accuracy } from "@/lib/accuracy/page/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(accuracyEntry, accuracy);
