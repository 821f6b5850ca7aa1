import { meshEntry } from "@/lib/mesh/entry";
import { mesh } from "@/lib/mesh/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(meshEntry, mesh);
