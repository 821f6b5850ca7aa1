"use client";

import { useMemo, useSyncExternalStore } from "react";
import { readBody } from "@/lib/buying/call";
import { formatUsd, baseUnits } from "@/lib/catalog/money";
import { asLine } from "@/lib/buying/outcome";
import { isOpen, LINK_FORM } from "@/lib/http/pay-link-header";
import { BuyCall } from "./buy-call";
import { ForAgent } from "./for-agent";
import { Facts } from "./purchase/facts";

/** A route as this page sells it. */
export interface SoldRoute {
  path: string;
  summary: string;
  /** USDC base units. */
  price: number;
}

function onFragment(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** The page's query and fragment, once there is a browser to ask. */
const useAddress = (): string | null =>
  useSyncExternalStore(
    onFragment,
    () => window.location.search + window.location.hash,
    () => null,
  );

interface Asked {
  path: string | null;
  route: SoldRoute | undefined;
  /** Null for what is no request's body. */
  body: string | null;
  /** Whom the answer is for, where it is not for the person; `wrong` for a link that can't be used. */
  agent: { link: string; by: string | null } | "wrong" | null;
}

const MAX_NAME = 60;

function readAgent(params: URLSearchParams): Asked["agent"] {
  const link = params.get("for");
  if (link === null) return null;
  if (!LINK_FORM.test(link) || !isOpen(link, Date.now())) return "wrong";
  const by = asLine(params.get("by") ?? "").slice(0, MAX_NAME);
  return { link, by: by === "" ? null : by };
}

/** What the page's address asks for: the call is in its query, the agent that it is for in its fragment. */
function readAsked(address: string, routes: readonly SoldRoute[]): Asked {
  const [query, fragment] = address.split("#");
  const params = new URLSearchParams(query);
  const path = params.get("route");
  return {
    path,
    route: routes.find((one) => one.path === path),
    body: readBody(params.get("body") ?? ""),
    agent: readAgent(new URLSearchParams(fragment)),
  };
}

/** Pays the call that the address names: nothing happens before somebody presses the button. */
export function PayOneCall({ routes }: { routes: readonly SoldRoute[] }) {
  const address = useAddress();
  const asked = useMemo(() => readAsked(address ?? "", routes), [address, routes]);
  if (address === null) return <p className="mt-6 text-muted noscript:hidden">Reading what is to be paid…</p>;
  if (asked.path === null) return <RouteList routes={routes} />;
  if (asked.route === undefined)
    return (
      <>
        <p className="mt-6">This address names no route that is sold here. These are:</p>
        <RouteList routes={routes} />
      </>
    );
  if (asked.agent === "wrong")
    return (
      <p className="mt-6">
        This address was made for an agent, and it is damaged or too old, or this device&rsquo;s clock is
        wrong. Nothing can be paid by it; ask the agent for another.
      </p>
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
      {asked.agent === null ? (
        <BuyCall key={`${path} ${asked.body}`} path={path} body={asked.body} price={price} />
      ) : (
        <ForAgent link={asked.agent.link} by={asked.agent.by}>
          <BuyCall path={path} body={asked.body} price={price} link={asked.agent.link} once />
        </ForAgent>
      )}
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
              {summary}
              <code className="figures block text-note text-muted wrap-anywhere">{path}</code>
            </span>
            <span className="figures">{formatUsd(baseUnits(price))}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
