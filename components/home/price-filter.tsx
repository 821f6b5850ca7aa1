"use client";

import { useSyncExternalStore } from "react";
import { Field, Input, Select } from "@/components/ui/field";
import { EmptyState } from "@/components/ui/state";
import type { PriceGroup } from "./price-list";
import { PriceTable } from "./price-table";

/** The filter stands in the address, so that a link shows what its sender saw. */
const CHANGED = "filterchange";

function setParameter(name: string, value: string): void {
  const address = new URL(window.location.href);
  if (value === "") address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  window.history.replaceState(window.history.state, "", address);
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(onChange: () => void): () => void {
  const events = [CHANGED, "popstate"];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}

const useParameters = (): URLSearchParams =>
  new URLSearchParams(
    useSyncExternalStore(
      subscribe,
      () => window.location.search,
      () => "",
    ),
  );

/** The rows that match: all words of the text, and the price that is wanted. */
export function matching(groups: readonly PriceGroup[], text: string, price: string): PriceGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter((row) => {
        const said = `${group.question} ${row.summary} ${row.path} ${row.tool ?? ""}`.toLowerCase();
        return words.every((word) => said.includes(word)) && (price === "" || row.price === price);
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** The price table with a filter by words and by price. */
export function PriceFilter({ groups }: { groups: readonly PriceGroup[] }) {
  const parameters = useParameters();
  const [text, price] = [parameters.get("q") ?? "", parameters.get("price") ?? ""];
  const prices = [...new Set(groups.flatMap(({ rows }) => rows.map((row) => row.price)))].sort();
  const shown = matching(groups, text, price);
  const count = shown.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <search className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]" data-twin="skip">
        <Field id="price-words" label="Find a route">
          <Input
            id="price-words"
            type="search"
            value={text}
            placeholder="yield, wallet, headlines…"
            onChange={(event) => setParameter("q", event.target.value)}
          />
        </Field>
        <Field id="price-kind" label="Price">
          <Select
            id="price-kind"
            value={price}
            onChange={(event) => setParameter("price", event.target.value)}
          >
            <option value="">Any price</option>
            {prices.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
        <p role="status" className="sr-only">
          {count} routes
        </p>
      </search>
      {count === 0 ? (
        <EmptyState title="No route matches">
          Nothing here has all of these words at that price. Take a word away, or ask for any price.
        </EmptyState>
      ) : (
        <PriceTable groups={shown} />
      )}
    </div>
  );
}
