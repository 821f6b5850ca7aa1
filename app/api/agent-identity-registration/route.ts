import { registrationEntry } from "@/lib/identity/registration/entry";
import { getRegistration } from "@/lib/identity/registration/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(registrationEntry, getRegistration);
