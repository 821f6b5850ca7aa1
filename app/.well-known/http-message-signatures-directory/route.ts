import { readingPreflight } from "@/lib/http/only-read";
import { keyDirectory } from "@/lib/security/web-bot-auth/key-directory";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = keyDirectory;
export const OPTIONS = readingPreflight;
