"use client";

import { Stamp } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import type { MintPanelProps } from "./mint-panel";

const MintPanel = lazy(() => import("./mint-panel").then(({ MintPanel: is }) => ({ default: is })));

/** Lets a signal's creator mint its certificate. Code that knows of wallets is loaded when the button is pressed. */
export function MintSection(props: MintPanelProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <Suspense fallback={<p role="status">Loading…</p>}>
        <MintPanel {...props} />
      </Suspense>
    );
  return (
    <div className="grid justify-items-start gap-2 border-t border-rule pt-4">
      <p className="text-note text-muted">
        Its creator can mint it as an NFT, by one signature: then the chain shows that the certificate
        existed, and not our word alone.
      </p>
      <Button onClick={() => setOpen(true)}>
        <Stamp className="size-4" aria-hidden="true" />
        Mint it, as its creator
      </Button>
    </div>
  );
}
