"use client";

import { LoaderCircle, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Asked } from "./ask-without-paying";
import { OfferList } from "./offer-list";

/** What reads a challenge comes when somebody asks for one. */
const askFor = (path: string): Promise<Asked> =>
  import("./ask-without-paying").then(
    ({ askWithoutPaying }) => askWithoutPaying(path, TIME_LIMIT_SEC * 1000),
    () => ({ outcome: "unreachable" }), // the service did not even send the script
  );

const TIME_LIMIT_SEC = 10;

interface Live402Props {
  path: string;
  /** The route's price as the catalog has it, such as "$0.02". */
  price: string;
}

/** Asks a paid route for an answer without paying, and shows the 402 that comes back. */
export function Live402({ path, price }: Live402Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [asking, setAsking] = useState(false);

  async function ask() {
    if (asking) return; // the button stays enabled while it works, so that it keeps the focus
    setAsking(true);
    setAsked(await askFor(path));
    setAsking(false);
  }

  return (
    <section aria-labelledby="live-402" className="overflow-hidden rounded-xl border border-rule bg-panel">
      <header className="flex items-center justify-between gap-4 border-b border-rule px-5 py-3.5">
        <h2 id="live-402" className="font-semibold">
          A live 402
        </h2>
        <span className="figures rounded-sm bg-coin px-2 py-0.5 text-sm font-medium text-on-coin">
          {price}
        </span>
      </header>
      <p className="figures border-b border-rule bg-paper px-5 py-3 text-[0.8125rem]/6 wrap-anywhere">
        <span className="block">&gt; POST {path}</span>
        <span className="block text-muted">&gt; no PAYMENT-SIGNATURE</span>
        <StatusLine asked={asked} />
      </p>

      <div className="px-5 py-5">
        <button
          type="button"
          onClick={ask}
          aria-disabled={asking}
          className="inline-flex min-w-44 cursor-pointer items-center justify-center gap-2 rounded-md bg-coin px-4 py-2.5 font-medium text-on-coin transition-colors hover:bg-coin-hover aria-disabled:cursor-progress"
        >
          {asking && <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden="true" />}
          {asking ? "Asking…" : asked === null ? "Ask without paying" : "Ask again"}
        </button>
        <div aria-live="polite" aria-busy={asking} className="mt-5">
          {asked === null ? <Beforehand /> : <Outcome asked={asked} />}
        </div>
      </div>
    </section>
  );
}

/** The first line of what came back, in the grammar of the lines that went out. */
function StatusLine({ asked }: { asked: Asked | null }) {
  if (asked === null) return <span className="block text-muted">&lt; not asked yet</span>;
  if (asked.outcome === "unreachable") return <span className="block text-accent">&lt; no answer</span>;
  if (asked.outcome === "unexpected") return <span className="block text-accent">&lt; {asked.status}</span>;
  return (
    <span className="flex flex-wrap justify-between gap-x-4 text-accent">
      &lt; 402 Payment Required <span className="text-muted">{asked.tookMs} ms</span>
    </span>
  );
}

function Beforehand() {
  return (
    <p className="text-muted">
      Send this call from your browser with no payment attached. It costs nothing: the service says what the
      answer would take, on which chains, and how long the offer stands.
    </p>
  );
}

function Outcome({ asked }: { asked: Asked }) {
  if (asked.outcome === "challenged")
    return (
      <>
        {asked.offers.length === 0 ? (
          <p>It makes no offer: no receiving wallet is configured here.</p>
        ) : (
          <OfferList offers={asked.offers} at={asked.at} />
        )}
        <details className="mt-4 border-t border-rule pt-3 text-sm">
          <summary className="cursor-pointer rounded-sm py-1 text-muted hover:text-ink">
            PAYMENT-REQUIRED, decoded
          </summary>
          <pre
            tabIndex={0}
            role="region"
            aria-label="The decoded PAYMENT-REQUIRED header"
            className="figures mt-2 max-h-80 overflow-auto rounded-md border border-rule bg-paper p-3 text-xs/5"
          >
            {asked.json}
          </pre>
        </details>
      </>
    );
  return (
    <div className="flex gap-3">
      <TriangleAlert className="mt-1 size-4 shrink-0 text-accent" aria-hidden="true" />
      {asked.outcome === "unreachable" ? (
        <p>
          <strong className="font-medium">No answer.</strong> This browser got nothing back within{" "}
          {TIME_LIMIT_SEC} s. Nothing was charged.
        </p>
      ) : (
        <p className="min-w-0 wrap-anywhere">
          <strong className="font-medium">
            Answered <span className="figures">{asked.status}</span> instead of a readable 402.
          </strong>{" "}
          {asked.message}
          {asked.retryAfterSec !== null && ` Try again in ${asked.retryAfterSec} s.`} Nothing was charged.
        </p>
      )}
    </div>
  );
}
