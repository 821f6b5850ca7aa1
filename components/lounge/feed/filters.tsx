import { X } from "lucide-react";
import Link from "next/link";
import { Button, buttonLook } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Input } from "@/components/ui/field";
import { shortWallet } from "../wallet-text";
import { type FeedQuery, feedAddress } from "./feed-query";

/** Categories that make a signal a call; any other is asked for by name. */
const USUAL = ["btc", "eth", "sol", "bnb", "long", "short", "neutral"];

const choice = (chosen: boolean): string =>
  classes(buttonLook(chosen ? "secondary" : "quiet", "small"), chosen && "border-ink");

/** What of the feed is shown. Every choice is an address, so that it can be shared and gone back to. */
export function Filters({ query }: { query: FeedQuery }) {
  const { category, creator, by } = query;
  return (
    <div className="grid gap-3" data-twin="skip">
      <div className="flex flex-wrap items-center gap-1.5">
        <nav aria-label="Order" className="flex gap-1">
          <Link
            href={feedAddress(query, { by: "newest" })}
            prefetch={false}
            aria-current={by === "newest" ? "true" : undefined}
            className={choice(by === "newest")}
          >
            Newest
          </Link>
          <Link
            href={feedAddress(query, { by: "record" })}
            prefetch={false}
            aria-current={by === "record" ? "true" : undefined}
            className={choice(by === "record")}
          >
            Best record
          </Link>
        </nav>
        <nav aria-label="Usual categories" className="flex flex-wrap gap-1">
          {USUAL.map((name) => (
            <Link
              key={name}
              href={feedAddress(query, { category: category === name ? null : name })}
              prefetch={false}
              aria-current={category === name ? "true" : undefined}
              className={choice(category === name)}
            >
              {name}
            </Link>
          ))}
        </nav>
      </div>
      <form action="/lounge" method="get" className="flex max-w-md gap-2">
        {by === "record" && <input type="hidden" name="by" value={by} />}
        {creator !== null && <input type="hidden" name="creator" value={creator} />}
        <Input
          key={category}
          name="category"
          aria-label="Category"
          defaultValue={category ?? ""}
          placeholder="Another category"
          pattern="[a-z0-9\-]{1,32}"
          title="Lower-case letters, digits and hyphens"
          autoComplete="off"
        />
        <Button type="submit">Show</Button>
      </form>
      {(category !== null || creator !== null) && (
        <p className="flex flex-wrap gap-2 text-note">
          {category !== null && (
            <Chosen label={`Category ${category}`} without={feedAddress(query, { category: null })} />
          )}
          {creator !== null && (
            <Chosen
              label={`Creator ${shortWallet(creator)}`}
              without={feedAddress(query, { creator: null })}
            />
          )}
        </p>
      )}
    </div>
  );
}

const Chosen = ({ label, without }: { label: string; without: string }) => (
  <span className="inline-flex max-w-full items-center gap-1 rounded-md border border-rule py-0.5 pl-2 wrap-anywhere">
    {label}
    <Link href={without} prefetch={false} className="rounded-md p-1.5 text-muted hover:text-ink">
      <X className="size-3.5" aria-hidden="true" />
      <span className="sr-only">Without {label}</span>
    </Link>
  </span>
);
