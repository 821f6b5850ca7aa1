import { linkEntry } from "@/lib/identity/link/entry";
import { linkAgent } from "@/lib/identity/link/handler";
import { profileEntry } from "@/lib/identity/profile/entry";
import { getAgent } from "@/lib/identity/profile/handler";
import { registerEntry } from "@/lib/identity/register/entry";
import { registerAgent } from "@/lib/identity/register/handler";
import { ownDoor } from "@/lib/own-door";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = ownDoor(
  profileEntry.path,
  [profileEntry, registerEntry, linkEntry],
  {
    GET: serveFree(profileEntry, getAgent),
    POST: serveFree(registerEntry, registerAgent),
    PATCH: serveFree(linkEntry, linkAgent),
  },
);
