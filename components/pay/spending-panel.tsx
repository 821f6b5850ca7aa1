"use client";

import { useId, useState, useSyncExternalStore } from "react";
import { explorerLink } from "@/lib/buying/chains";
import { keptCalls } from "@/lib/buying/kept-payment";
import { readDollars, spendingIn, type Spending } from "@/lib/buying/spending";
import { KEEPS_NOTHING, pageStorage } from "@/lib/buying/storage";
import { formatUsd } from "@/lib/catalog/money";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { payPage } from "./pay-page";

const clock = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

const STATES = { signing: "being signed", sent: "outcome open", paid: "paid", returned: "returned" } as const;

const now = (): number => Date.now();
const spendingHere = (): Spending => spendingIn(pageStorage(), now);

/** Where the answer of each payment is read, by the payment's id. */
const answersHere = (): ReadonlyMap<string, string> =>
  new Map(keptCalls(pageStorage(), now).map(({ call, payment }) => [payment.id, payPage(call)]));

/** Reads again after a change here, and in another tab. */
function useSpending(): { spending: Spending | null; changed: () => void } {
  const [, setCount] = useState(0);
  const here = useSyncExternalStore(
    (tell) => {
      window.addEventListener("storage", tell);
      return () => window.removeEventListener("storage", tell);
    },
    () => JSON.stringify([pageStorage().getItem("pay:spent"), pageStorage().getItem("pay:limit")]),
    () => null,
  );
  const spending = here === null ? null : spendingHere();
  return { spending, changed: () => setCount((count) => count + 1) };
}

function exportAs(file: string, value: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }),
  );
  const link = Object.assign(document.createElement("a"), { href: address, download: file });
  link.click();
  URL.revokeObjectURL(address);
}

/** What this browser paid, and how much more it may today. It is kept here and sent nowhere. */
export function SpendingPanel() {
  const { spending, changed } = useSpending();
  const list = spending?.list().toReversed() ?? [];
  const answers = spending === null ? null : answersHere();
  return (
    <section
      aria-labelledby="spending"
      // It stands below what is bought, on a phone: where that is, the browser knows at the same moment as what was spent.
      className={classes(
        "self-start rounded-xl border border-rule bg-panel p-5 lg:mt-6",
        spending === null && "invisible",
      )}
    >
      <h2 id="spending" className="font-semibold">
        Spending
      </h2>
      <p className="mt-2 text-sm text-muted">
        What this browser paid here. It is kept in this browser alone, and the limit is held before anything
        is signed.
      </p>
      {spending !== null && pageStorage() === KEEPS_NOTHING && (
        <p className="mt-4 text-sm">
          This browser keeps nothing for this site, so that nothing can be paid from it. Allow this site to
          store data, then reload the page.
        </p>
      )}
      {spending !== null && pageStorage() !== KEEPS_NOTHING && (
        <>
          <LimitForm spending={spending} onChange={changed} />
          {list.length === 0 ? (
            <p className="mt-4 text-sm text-muted">Nothing was paid from this browser yet.</p>
          ) : (
            <ul className="mt-4 divide-y divide-rule text-sm">
              {list.map(({ id, at, path, amount, network, state, transaction }) => {
                const answer = answers?.get(id);
                const link = transaction === null ? null : explorerLink(network, transaction);
                return (
                  <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2 wrap-anywhere">
                    <span>
                      {clock.format(at)} · <code className="figures">{path}</code>
                      {answer !== undefined && (
                        <>
                          {" · "}
                          <a href={answer} className="underline">
                            {state === "sent" ? "fetch its answer" : "its answer"}
                          </a>
                        </>
                      )}
                    </span>
                    <span className="figures">
                      {formatUsd(amount)} ·{" "}
                      {link === null ? (
                        STATES[state]
                      ) : (
                        <a href={link} target="_blank" rel="noopener noreferrer" className="underline">
                          {STATES[state]}
                        </a>
                      )}
                    </span>
                  </li>
                );
              })}
            </ul>
          )}
          <div className="mt-4 flex flex-wrap gap-2">
            <Button onClick={() => exportAs("spending.json", spending.list())}>Export as JSON</Button>
            <Button
              onClick={() => {
                spending.clear();
                changed();
              }}
            >
              Clear finished payments
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function LimitForm({ spending, onChange }: { spending: Spending; onChange: () => void }) {
  const id = useId();
  const limit = spending.limit();
  const [wrong, setWrong] = useState<string | null>(null);
  function set(form: FormData) {
    const text = String(form.get("limit") ?? "").trim();
    const value = text === "" ? null : readDollars(text);
    if (text !== "" && value === null) return setWrong("Dollars such as 0.50, or nothing.");
    try {
      spending.setLimit(value);
      setWrong(null);
    } catch {
      setWrong("This browser has no room to keep it: the limit is as before.");
    }
    onChange();
  }
  return (
    <form action={set} className="mt-4">
      <p>
        Today: <span className="figures">{formatUsd(spending.today())}</span>
        {limit === null ? ", without a limit" : ` of ${formatUsd(limit)}`}
      </p>
      <label htmlFor={id} className="mt-2 block text-sm text-muted">
        Most a day, in dollars (empty: no limit)
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        <input
          id={id}
          name="limit"
          inputMode="decimal"
          defaultValue={limit === null ? "" : formatUsd(limit).slice(1)}
          aria-invalid={wrong !== null}
          aria-describedby={wrong !== null ? `${id}-wrong` : undefined}
          className="figures min-h-11 w-32 rounded-md border border-edge bg-paper px-3"
        />
        <button
          type="submit"
          className="min-h-11 cursor-pointer rounded-md border border-edge px-4 font-medium hover:bg-paper"
        >
          Set the limit
        </button>
      </div>
      {wrong !== null && (
        <p id={`${id}-wrong`} role="alert" className="mt-1 text-sm text-accent">
          {wrong}
        </p>
      )}
    </form>
  );
}
