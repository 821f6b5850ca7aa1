import { rwaTokenEntry } from "@/lib/lounge/rwa-token/entry";
import { rwaToken } from "@/lib/lounge/rwa-token/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(rwaTokenEntry, rwaToken);
