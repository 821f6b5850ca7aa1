import { walletEntry } from "@/lib/desks/wallet/entry";
import { wallet } from "@/lib/desks/wallet/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-wallet.generated";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serve(walletEntry, wallet, { challenge: CHALLENGE });
