"use client";

import { UNCHECKED } from "@/components/reading/unchecked-signature";
import { Badge, type Tone } from "@/components/ui/badge";
import type { Report } from "@/lib/security/report/report";
import { useVerification, type Verified } from "./use-verification";

const WORDS: Readonly<Record<Verified, { tone: Tone; label: string; text: string }>> = {
  checking: { tone: "unknown", label: "Checking the signature", text: "" },
  verified: {
    tone: "good",
    label: "Signed by this service",
    text: "Checked in this browser: the report was made here and has not been changed. That says nothing of what the site has become since.",
  },
  unsigned: {
    tone: "warn",
    label: "Not signed",
    text: "Nothing proves that this service made the report: anybody can write such a file.",
  },
  forged: {
    tone: "bad",
    label: "Signature does not fit",
    text: "The report was changed after it was signed, or was never signed by this service. Don't rely on it.",
  },
  unknown_key: {
    tone: "warn",
    label: "Unknown key",
    text: "It is signed by a key that this service does not publish: another service's, or one that was taken back.",
  },
  ...UNCHECKED,
};

/** Whether a report is the service's own, as this browser finds. */
export function SignatureNote({ report }: { report: Report }) {
  const { tone, label, text } = WORDS[useVerification(report)];
  return (
    <div role="status" aria-label="Signature" className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      <span className="text-note text-muted">{text}</span>
    </div>
  );
}
