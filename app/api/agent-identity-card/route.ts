import { cardEntry } from "@/lib/identity/card/entry";
import { getCard } from "@/lib/identity/card/handler";
import { ownDoor } from "@/lib/own-door";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = ownDoor(cardEntry.path, [cardEntry], {
  GET: serveFree(cardEntry, getCard),
});
