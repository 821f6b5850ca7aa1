import { serveFree } from "@/lib/payments/free-call/serve-free";
import { noteDebtEntry } from "@/lib/payments/owed/note/entry";
import { noteDebts } from "@/lib/payments/owed/note/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serveFree(noteDebtEntry, noteDebts);
