import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CreatorWords } from "../creator-words";
import { stanceInWords } from "../words";
import type { Published } from "./draft";

/** What only the publication gives: the certificate is hashed with it. */
const LATER = "given when it is published";

/** The certificate as it will be hashed, in the form that the log's readers get. */
export const certificateText = ({ title, categories, wallet, chain }: Published): string =>
  JSON.stringify(
    {
      version: 1,
      signalId: LATER,
      title,
      categories,
      creator: { wallet, chain },
      bodyHash: `${LATER}: SHA-256 of the text with a random salt`,
    },
    null,
    2,
  );

/** What becomes public of a draft: its card on the feed, and its certificate. */
export function Preview({ published }: { published: Published }) {
  const { title, teaser, categories, asset, stance } = published;
  return (
    <section aria-labelledby="preview" className="grid min-w-0 gap-6">
      <h2 id="preview" className="text-xl font-semibold tracking-tight">
        What everybody will read
      </h2>
      <Card className="grid min-w-0 gap-3">
        <h3 className="text-lg font-semibold tracking-tight">
          {title === "" ? <span className="text-muted">Its title</span> : <CreatorWords text={title} />}
        </h3>
        {teaser === "" ? (
          <p className="text-muted">
            The beginning of its text: at most 100 characters, and at most a fifth of it.
          </p>
        ) : (
          <CreatorWords text={`${teaser}…`} className="text-muted" />
        )}
        <p className="flex flex-wrap gap-1.5">
          {asset !== null && stance !== null ? (
            <Badge>{stanceInWords(asset, stance)}</Badge>
          ) : (
            <Badge tone="warn">Not a call: never scored</Badge>
          )}
          {categories.map((category) => (
            <Badge key={category}>{category.slice(0, 32)}</Badge>
          ))}
        </p>
      </Card>
      <div className="grid min-w-0 gap-2">
        <h3 className="font-semibold">Its certificate</h3>
        <pre
          tabIndex={0}
          role="region"
          aria-label="The certificate as it will be hashed"
          className="figures max-h-96 overflow-auto rounded-lg border border-rule bg-panel p-4 text-note wrap-anywhere whitespace-pre-wrap"
        >
          {certificateText(published)}
        </pre>
        <p className="text-note text-muted">
          The log holds its SHA-256 hash and the time at which the payment settled. The text stands in it by a
          salted hash alone, so that nobody can guess it.
        </p>
      </div>
    </section>
  );
}
