import { serveFree } from "@/lib/payments/free-call/serve-free";
import { resourcesEntry } from "@/lib/resources/resources/entry";
import { resources } from "@/lib/resources/resources/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(resourcesEntry, resources);
