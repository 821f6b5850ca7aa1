import { solanaRpc } from "@/lib/solana-rpc/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = solanaRpc;
