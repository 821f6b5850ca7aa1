import { a2aPipelineEntry } from "@/lib/desks/a2a-pipeline/entry";
import { a2aPipeline } from "@/lib/desks/a2a-pipeline/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-a2a-pipeline.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(a2aPipelineEntry, a2aPipeline, {
  challenge: CHALLENGE,
});
