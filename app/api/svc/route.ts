import { chatEntry } from "@/lib/chat/entry";
import { chat } from "@/lib/chat/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc.generated";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serve(chatEntry, chat, { challenge: CHALLENGE });
