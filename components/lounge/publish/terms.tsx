import { MAX_TEASER } from "@/lib/lounge/limits/vocabulary";
import { PUBLISHING, UNLOCK } from "../routes";
import { Facts } from "../facts";

/** What a creator must know before paying. */
export const PublishTerms = () => (
  <section aria-labelledby="terms" className="sheet mt-8">
    <h2 id="terms" className="mb-4 text-xl font-semibold tracking-tight">
      Before you publish
    </h2>
    <Facts
      rows={[
        [
          "Public",
          `The title, the categories, your wallet and how far it is proved, the time, and a teaser: the first ${MAX_TEASER} characters of the text, at most a fifth of it.`,
        ],
        [
          "Sold",
          `The whole text, to whoever pays ${UNLOCK.price} for it. What was sold can't be called back.`,
        ],
        [
          "The fee",
          `${PUBLISHING.price} in USDC for publishing. Unlock fees are the service's: creators get no share of them.`,
        ],
        [
          "For good",
          "You can't edit it or take it back. It is dated when the payment settles, by the service's own clock; misses stay as visible as hits.",
        ],
        [
          "Refused",
          "A text that was published before, whatever its capitals and blanks: refused and not charged. What nearly says the same is published with a pointer to the earlier one.",
        ],
      ]}
    />
  </section>
);
