import { airdropEntry } from "@/lib/desks/airdrop/entry";
import { airdrop } from "@/lib/desks/airdrop/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-airdrop.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(airdropEntry, airdrop, {
  challenge: CHALLENGE,
});
