import { useState } from "react";
import { ReadingState } from "@/components/reading/reading-state";
import type { Found } from "@/components/reading/ask-free";
import { useAsked } from "@/components/reading/use-free-answer";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { inTokens } from "./amounts";
import type { Burn, Token } from "./own-answers";
import { type OnChain, readPayment, supplyOf } from "./read-chain";

/** How a line of the record compares with the chain. */
export type Check =
  | { is: "same" }
  | { is: "other"; found: OnChain }
  /** The chain knows no such transaction, or it failed. */
  | { is: "missing" }
  | { is: "unread" };

export const compare = ({ burned, kept }: Pick<Burn, "burned" | "kept">, found: OnChain | null): Check => {
  if (found === null) return { is: "missing" };
  return found.burned === BigInt(burned) && found.kept === BigInt(kept)
    ? { is: "same" }
    : { is: "other", found };
};

/** Computes the listed burns again, one transaction after the other: the route takes so many questions a minute. */
export function useChecks(path: string, mint: string, burns: readonly Burn[]) {
  const [checks, setChecks] = useState<ReadonlyMap<string, Check>>(new Map());
  const [busy, setBusy] = useState(false);
  async function check(): Promise<void> {
    if (busy) return;
    setBusy(true);
    for (const burn of burns) {
      const found = await readPayment(path, mint, burn.transaction).then(
        (chain) => compare(burn, chain),
        (): Check => ({ is: "unread" }),
      );
      setChecks((known) => new Map([...known, [burn.transaction, found]]));
    }
    setBusy(false);
  }
  return { checks, busy, check };
}

export const CheckButton = ({ busy, onCheck }: { busy: boolean; onCheck: () => void }) => (
  <Button busy={busy} onClick={onCheck}>
    Compute these from the chain
  </Button>
);

export function CheckCell({ check, decimals }: { check: Check | undefined; decimals: number }) {
  if (check === undefined) return <span className="text-muted">not computed yet</span>;
  switch (check.is) {
    case "same":
      return <Badge tone="good">The same</Badge>;
    case "other":
      return <Badge tone="bad">{inTokens(check.found.burned, decimals)} burned</Badge>;
    case "missing":
      return <Badge tone="bad">No such transaction</Badge>;
    case "unread":
      return <Badge tone="unknown">The chain did not answer</Badge>;
  }
}

/** What is left of the token by the chain's own word, of which the record is no part. */
export function SupplyNow({ path, token: { mint, symbol, decimals } }: { path: string; token: Token }) {
  const [ask] = useState(
    () =>
      (of: string): Promise<Found<bigint>> =>
        supplyOf(path, of).then(
          (value) => ({ state: "read", value }),
          () => ({ state: "failed", status: null, why: "The chain did not answer." }),
        ),
  );
  const { reading, again } = useAsked(mint, ask);
  return (
    <ReadingState reading={reading} again={again} what="the supply">
      {(supply) => (
        <p>
          <span className="figures">{inTokens(supply, decimals)}</span> {symbol} are left by the mint on the
          chain, read by this browser just now.
        </p>
      )}
    </ReadingState>
  );
}
