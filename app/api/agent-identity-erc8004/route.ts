import { prepareLinkEntry } from "@/lib/identity/prepare-link/entry";
import { prepareLink } from "@/lib/identity/prepare-link/handler";
import { verifyLinkEntry } from "@/lib/identity/verify-link/entry";
import { linkOnChain } from "@/lib/identity/verify-link/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(prepareLinkEntry, prepareLink);
export const POST = serveFree(verifyLinkEntry, linkOnChain);
