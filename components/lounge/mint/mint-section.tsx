"use client";

import { Stamp } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import type { MintPanelProps } from "./mint-panel";

const MintPanel = onDemand(() => import("./mint-panel").then((module) => module.MintPanel));

/** Lets a signal's creator mint its certificate. Code that knows of wallets is loaded when the button is pressed. */
export function MintSection(props: MintPanelProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <MintPanel {...props} />;
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
