import type { ListedSignal } from "@/lib/lounge/feed/answer";
import { asked } from "../addresses";
import { askFree, type Found } from "@/components/reading/ask-free";
import { readFeed } from "../own-answers";
import { type KeptCertificate, readAnswer } from "../verify/read-certificate";

/** A signal as its page shows it: its certificate, and what lists say of it; null where no list has it any more. */
export interface SignalFacts {
  answer: KeptCertificate;
  listed: ListedSignal | null;
}

/** The cursor of a feed's page that begins with the signal at `index`: places count from 1, and a page lies below its cursor. */
export const cursorOf = (index: number): string => String(index + 2);

/** Reads a signal by its certificate, which knows its place in the log, and the feed at that place. */
export async function readSignalFacts(
  routes: { certificate: string; feed: string },
  id: string,
): Promise<Found<SignalFacts>> {
  const certificate = await askFree(asked(routes.certificate, { signalId: id }), readAnswer);
  if (certificate.state === "failed") return certificate;
  const answer = certificate.value;
  const cursor = cursorOf(answer.log.index);
  const feed = await askFree(asked(routes.feed, { cursor, limit: "1" }), readFeed);
  if (feed.state === "failed") return feed;
  const listed = feed.value.signals.find(({ signalId }) => signalId === id) ?? null;
  return { state: "read", value: { answer, listed } };
}
