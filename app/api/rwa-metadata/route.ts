import { rwaMetadataEntry } from "@/lib/lounge/rwa-metadata/entry";
import { rwaMetadata } from "@/lib/lounge/rwa-metadata/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const GET = serveFree(rwaMetadataEntry, rwaMetadata);
