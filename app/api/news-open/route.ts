import { newsOpenEntry } from "@/lib/lounge/news-open/entry";
import { newsGuard } from "@/lib/lounge/news-open/guard";
import { newsOpen } from "@/lib/lounge/news-open/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/news-open.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serve(newsOpenEntry, newsOpen, { challenge: CHALLENGE, guard: newsGuard, answerFree });
