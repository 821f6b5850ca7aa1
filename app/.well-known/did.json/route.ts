import { readingPreflight } from "@/lib/http/only-read";
import { didDocument } from "@/lib/payments/receipts/published-keys";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = didDocument;
export const OPTIONS = readingPreflight;
