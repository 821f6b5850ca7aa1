import { walletEntry } from "@/lib/desks/wallet/entry";
import { wallet } from "@/lib/desks/wallet/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-wallet.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(walletEntry, wallet, {
  challenge: CHALLENGE,
});
