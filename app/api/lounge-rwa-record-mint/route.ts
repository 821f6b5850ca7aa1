import { recordMintEntry } from "@/lib/lounge/record-mint/entry";
import { recordMint } from "@/lib/lounge/record-mint/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serveFree(recordMintEntry, recordMint);
