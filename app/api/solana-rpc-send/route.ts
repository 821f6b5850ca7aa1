import { solanaRpc } from "@/lib/solana-rpc/handler";

export const runtime = "edge";
export const POST = solanaRpc;
