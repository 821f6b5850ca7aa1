"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { KeptCertificate } from "../verify/read-certificate";

/** A certificate as the file that the verifier reads again, the salt of its text included where it is here. */
export const fileOf = ({ salt, ...answer }: KeptCertificate): string =>
  JSON.stringify({ ...answer, opening: salt === null ? null : { salt } }, null, 2);

/** Gives the reader the certificate to keep: who has the file can prove it even after its words were deleted. */
export function KeepButton({ answer }: { answer: KeptCertificate }) {
  function keep() {
    const href = URL.createObjectURL(new Blob([fileOf(answer)], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href, download: `${answer.signalId}.json` });
    link.click();
    URL.revokeObjectURL(href);
  }
  return (
    <Button onClick={keep}>
      <Download className="size-4" aria-hidden="true" />
      Keep the certificate
    </Button>
  );
}
