import { loungeCreatorEntry } from "@/lib/lounge/creator/entry";
import { loungeCreator } from "@/lib/lounge/creator/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(loungeCreatorEntry, loungeCreator);
