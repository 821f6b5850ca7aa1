import type { Metadata } from "next";
import Link from "next/link";
import { Feed } from "@/components/lounge/feed/feed";
import { LOUNGE_ROUTES, PUBLISHING, UNLOCK } from "@/components/lounge/routes";
import { PageHead } from "@/components/site/page-head";
import { buttonLook } from "@/components/ui/button";
import { JSON_FEED_PATH } from "@/lib/lounge/json-feed";
import { MAX_PAGE } from "@/lib/lounge/vocabulary";

export const dynamic = "error";

const DESCRIPTION =
  "Creators' signals, each with a certificate of its text and time, and held against the price a day later. " +
  "Titles and teasers are free; the text is sold.";

export const metadata: Metadata = {
  title: "Lounge",
  description: DESCRIPTION,
  alternates: { types: { "application/feed+json": JSON_FEED_PATH } },
};

export default function LoungePage() {
  return (
    <>
      <PageHead title="Lounge" lead={DESCRIPTION}>
        <ul className="mt-5 flex flex-wrap gap-2">
          <li>
            <Link href="/lounge/publish" prefetch={false} className={buttonLook("primary")}>
              Publish for {PUBLISHING.price}
            </Link>
          </li>
          <li>
            <Link href="/lounge/verify" prefetch={false} className={buttonLook("secondary")}>
              Verify a certificate
            </Link>
          </li>
          <li>
            <Link href="/lounge/badges" prefetch={false} className={buttonLook("secondary")}>
              Readers&rsquo; badges
            </Link>
          </li>
          <li>
            <Link href="/docs/lounge" prefetch={false} className={buttonLook("quiet")}>
              How it works
            </Link>
          </li>
        </ul>
        <p className="mt-4 text-note text-muted">
          Unlocking a text costs {UNLOCK.price}. Programs read the same at{" "}
          <a href={LOUNGE_ROUTES.feed} className="link figures">
            {LOUNGE_ROUTES.feed}
          </a>{" "}
          and{" "}
          <a href={JSON_FEED_PATH} className="link figures">
            {JSON_FEED_PATH}
          </a>
          .
        </p>
      </PageHead>
      <section aria-labelledby="feed" className="sheet mt-10">
        <h2 id="feed" className="mb-4 text-xl font-semibold tracking-tight">
          Signals
        </h2>
        <Feed routes={LOUNGE_ROUTES} most={MAX_PAGE} />
      </section>
    </>
  );
}
