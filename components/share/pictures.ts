import { shareCard, type ShareCard } from "./card";

/** Pictures that are kept, each some 40 KB; and those drawn at a time, so that nobody else's call waits for many. */
const MOST_KEPT = 64;
const MOST_AT_ONCE = 2;

const kept = new Map<string, Promise<ArrayBuffer>>();
const waiting: (() => void)[] = [];
let drawing = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (drawing >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  drawing += 1;
  try {
    return await work();
  } finally {
    drawing -= 1;
    waiting.shift()?.();
  }
}

/** The PNG of a card. The same words are drawn once. */
export function pictureOf(card: ShareCard): Promise<ArrayBuffer> {
  const key = JSON.stringify(card);
  const picture = kept.get(key) ?? inTurn(async () => (await shareCard(card)).arrayBuffer());
  kept.delete(key);
  kept.set(key, picture);
  picture.catch(() => kept.delete(key)); // who asked is told; the next one asks again
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return picture;
}
