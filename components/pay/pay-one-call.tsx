"use client";

import { useMemo, useSyncExternalStore } from "react";
import { readBody } from "@/lib/buying/call";
import { formatUsd, baseUnits } from "@/lib/catalog/money";
import { BuyCall } from "./buy-call";
import { Facts } from "./purchase/facts";

/** A route as this page sells it. */
export interface SoldRoute {
  path: string;
  summary: string;
  /** USDC base units. */
  price: number;
}

const never = () => () => {};

/** The page's query, once there is a browser to ask. */
const useQuery = (): string | null =>
  useSyncExternalStore(
    never,
    () => window.location.search,
    () => null,
  );

/** Pays the call that the address names: nothing happens before somebody presses the button. */
export function PayOneCall({ routes }: { routes: readonly SoldRoute[] }) {
  const query = useQuery();
  const asked = useMemo(() => {
    const params = new URLSearchParams(query ?? "");
    const path = params.get("route");
    return { path, route: routes.find((one) => one.path === path), body: readBody(params.get("body") ?? "") };
  }, [query, routes]);
  if (query === null) return <p className="mt-6 text-muted">Reading what is to be paid…</p>;
  if (asked.path === null) return <RouteList routes={routes} />;
  if (asked.route === undefined)
    return (
      <>
        <p className="mt-6">This address names no route that is sold here. These are:</p>
        <RouteList routes={routes} />
      </>
    );
  if (asked.body === null)
    return (
      <p className="mt-6">
        The request in this address is no JSON object, so that nothing is paid for it. Go back to where you
        came from.
      </p>
    );
  const { path, summary, price } = asked.route;
  return (
    <div className="mt-6 space-y-5">
      <Facts
        rows={[
          ["Route", path],
          ["Answers", summary],
          ["Price", formatUsd(baseUnits(price))],
          ["Request", asked.body],
        ]}
      />
      <BuyCall key={`${path} ${asked.body}`} path={path} body={asked.body} price={price} />
    </div>
  );
}

function RouteList({ routes }: { routes: readonly SoldRoute[] }) {
  return (
    <ul className="mt-6 divide-y divide-rule">
      {routes.map(({ path, summary, price }) => (
        <li key={path}>
          <a
            href={`/pay?route=${encodeURIComponent(path)}`}
            className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 py-2 hover:underline"
          >
            <span>
              <code className="figures wrap-anywhere">{path}</code>
              <span className="block text-sm text-muted">{summary}</span>
            </span>
            <span className="figures">{formatUsd(baseUnits(price))}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
