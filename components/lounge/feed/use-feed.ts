"use client";

import { useState } from "react";
import type { LoungeFeedAnswer } from "@/lib/lounge/feed/answer";
import { asked } from "../addresses";
import { askFree, type Found } from "@/components/reading/ask-free";
import { readCreator, readFeed } from "../own-answers";
import { useAsked } from "@/components/reading/use-free-answer";
import { type CreatorRecord, creatorsToRank, rankByRecord } from "./best-record";
import { type FeedQuery, feedRequest } from "./feed-query";

export type FeedPage = Pick<LoungeFeedAnswer, "nextCursor"> & {
  signals: readonly LoungeFeedAnswer["signals"][number][];
};

const A_PAGE = 10;

/** The records of creators; one that can't be read ranks nobody. */
async function readRecords(path: string, wallets: readonly string[]): Promise<Map<string, CreatorRecord>> {
  const found = await Promise.all(
    wallets.map((wallet) => askFree(asked(path, { wallet, limit: "1" }), readCreator)),
  );
  return new Map(
    found.flatMap((one) => (one.state === "read" ? [[one.value.wallet, one.value.record] as const] : [])),
  );
}

/** A page of the feed in the order that is asked for. The feed itself is by time: a page of it is ranked here. */
export function useFeed(routes: { feed: string; creator: string }, query: FeedQuery, most: number) {
  const request = feedRequest(routes.feed, query, query.by === "record" ? most : A_PAGE);
  const [ask] = useState(() => async (key: string): Promise<Found<FeedPage>> => {
    const [by, path = ""] = key.split(" ");
    const page = await askFree(path, readFeed);
    if (page.state === "failed" || by !== "record") return page;
    const { signals, nextCursor } = page.value;
    const records = await readRecords(routes.creator, creatorsToRank(signals));
    return { state: "read", value: { signals: rankByRecord(signals, records), nextCursor } };
  });
  return useAsked(`${query.by} ${request}`, ask);
}
