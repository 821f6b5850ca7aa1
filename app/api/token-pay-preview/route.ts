import { serveFree } from "@/lib/payments/free-call/serve-free";
import { tokenPayPreviewEntry } from "@/lib/token/preview/entry";
import { tokenPayPreview } from "@/lib/token/preview/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serveFree(tokenPayPreviewEntry, tokenPayPreview);
