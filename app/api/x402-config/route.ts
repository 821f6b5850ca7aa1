import { serveFree } from "@/lib/payments/free-call/serve-free";
import { x402ConfigEntry } from "@/lib/resources/x402-config/entry";
import { x402Config } from "@/lib/resources/x402-config/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(x402ConfigEntry, x402Config);
