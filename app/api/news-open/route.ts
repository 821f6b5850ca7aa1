import { newsOpenEntry } from "@/lib/lounge/news-open/entry";
import { newsGuard } from "@/lib/lounge/news-open/guard";
import { newsOpen } from "@/lib/lounge/news-open/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/news-open.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { sold } from "@/lib/sold";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = sold(newsOpenEntry, newsOpen, {
  challenge: CHALLENGE,
  guard: newsGuard,
  answerFree,
});
