import { serveFree } from "@/lib/payments/free-call/serve-free";
import { tcxCreditsEntry } from "@/lib/token/credits/entry";
import { tcxCredits } from "@/lib/token/credits/handler";

export const runtime = "edge";
export const GET = serveFree(tcxCreditsEntry, tcxCredits);
