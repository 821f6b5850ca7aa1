import { serveFree } from "@/lib/payments/free-call/serve-free";
import { securityScopeEntry } from "@/lib/security/scope/entry";
import { describeScope } from "@/lib/security/scope/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serveFree(securityScopeEntry, describeScope);
