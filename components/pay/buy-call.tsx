"use client";

import { useMemo, useState, useSyncExternalStore } from "react";
import { keptCalls, keptPayments } from "@/lib/buying/kept-payment";
import { type PaidCall, type Proof, readBody } from "@/lib/buying/call";
import { pageStorage } from "@/lib/buying/storage";
import { baseUnits, formatUsd } from "@/lib/catalog/money";
import type { Bought } from "./bought";
import { payPage } from "./pay-page";
import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";

const Purchase = onDemand(() => import("./purchase/purchase").then((module) => module.Purchase));

export interface BuyCallProps {
  /** A paid route, all of which take POST. */
  path: string;
  /** The request's body: a JSON object's text. */
  body: string;
  /** The catalog's price in USDC base units; where the service asks more, the person is asked again. */
  price: number;
  /** Hands the answer over to an agent (see lib/pay-link). */
  link?: string;
  /** A wallet's sign-in for this very request, which goes with the payment. */
  proof?: Proof;
  /** Its answer is always the same: bought by this browser, it is only read again. */
  once?: boolean;
  /** Looks at the request when the button is pressed, and says whether it may be bought. */
  check?: () => boolean;
  /** Hears of the answer, once it is here, and says whether it shows it; else the answer is shown here as it came. */
  onBought?: (bought: Bought) => boolean;
}

const showsNothing = (): boolean => false;

/**
 * Buys one answer in place: a price, a button, and behind it all that a purchase takes. Code that knows of wallets is
 * loaded when the button is pressed.
 */
export function BuyCall({ path, body, price, link, proof, once = false, check, onBought }: BuyCallProps) {
  const call = useMemo<PaidCall>(
    () => ({
      ...{ path, body, price: baseUnits(price) },
      ...(link === undefined ? {} : { link }),
      ...(proof === undefined ? {} : { proof }),
    }),
    [path, body, price, link, proof],
  );
  // The call as it was when the button was pressed: what changes meanwhile is another purchase.
  const [open, setOpen] = useState<{ call: PaidCall; resume: boolean } | null>(null);
  const start = (resume: boolean): void => {
    if (resume || check === undefined || check()) setOpen({ call, resume });
  };
  const kept = useKept(call);
  const other = useOpenOther(call);
  if (open !== null)
    return (
      <Purchase
        call={open.call}
        resume={open.resume}
        onBought={onBought ?? showsNothing}
        onClose={() => setOpen(null)}
      />
    );
  return (
    <div className="flex flex-wrap items-center gap-3">
      {other !== null && (
        <p className="w-full">
          <strong className="font-medium">Another payment here has no answer yet.</strong> It is kept in this
          browser, for another request than this one.{" "}
          <a href={payPage({ path, body: other })} className="link">
            Fetch its answer
          </a>
        </p>
      )}
      {kept === "open" ? (
        <>
          <p className="w-full">
            <strong className="font-medium">A payment for this call has no answer yet.</strong> It is kept in
            this browser; nothing new is signed.
          </p>
          <Button variant="primary" onClick={() => start(true)}>
            Fetch the answer
          </Button>
        </>
      ) : kept === "served" ? (
        <>
          <Button variant="primary" onClick={() => start(true)}>
            Show the answer you bought
          </Button>
          {!once && <Button onClick={() => start(false)}>Buy again for {formatUsd(call.price)}</Button>}
        </>
      ) : (
        <Button variant="primary" onClick={() => start(false)}>
          Buy for {formatUsd(call.price)}
        </Button>
      )}
    </div>
  );
}

/** A change in another tab; this tab's own come with a new state of the component. */
function onStorage(changed: () => void): () => void {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}

/** What this browser keeps of an earlier payment for a call. */
function useKept(call: PaidCall): "open" | "served" | null {
  return useSyncExternalStore(
    onStorage,
    () => {
      const kept = keptPayments(pageStorage(), () => Date.now()).recall(call);
      return kept === null ? null : kept.served ? "served" : "open";
    },
    () => null,
  );
}

/** The request of another call of the route that was paid for here and has no answer: its form was left, or changed. */
function useOpenOther({ path, body, link }: PaidCall): string | null {
  return useSyncExternalStore(
    onStorage,
    () => {
      if (link !== undefined) return null; // its answer goes to an agent, and nothing else is sold here
      const own = readBody(body);
      const open = keptCalls(pageStorage(), () => Date.now()).find(
        ({ call, payment }) => call.path === path && call.body !== own && !payment.served,
      );
      return open?.call.body ?? null;
    },
    () => null,
  );
}
