import { newsOpenEntry } from "@/lib/lounge/news-open/entry";
import { newsGuard } from "@/lib/lounge/news-open/guard";
import { newsOpen } from "@/lib/lounge/news-open/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/news-open.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(newsOpenEntry, newsOpen, {
  challenge: CHALLENGE,
  guard: newsGuard,
  answerFree,
});
