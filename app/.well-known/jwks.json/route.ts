import { readingPreflight } from "@/lib/http/only-read";
import { jwks } from "@/lib/payments/receipts/published-keys";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = jwks;
export const OPTIONS = readingPreflight;
