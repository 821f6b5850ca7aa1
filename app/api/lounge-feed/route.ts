import { loungeFeedEntry } from "@/lib/lounge/feed/entry";
import { loungeFeed } from "@/lib/lounge/feed/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(loungeFeedEntry, loungeFeed);
