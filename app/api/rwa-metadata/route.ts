import { rwaMetadataEntry } from "@/lib/lounge/rwa-metadata/entry";
import { rwaMetadata } from "@/lib/lounge/rwa-metadata/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(rwaMetadataEntry, rwaMetadata);
