"use client";

import { useId, useState } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import { Select } from "@/components/ui/field";
import { type Fix, type Row, type Server, SERVERS, type Verdict } from "@/lib/security/report/report";

const VERDICTS: Readonly<Record<Verdict, { tone: Tone; word: string }>> = {
  fail: { tone: "bad", word: "Failed" },
  open: { tone: "unknown", word: "Not decided" },
  pass: { tone: "good", word: "Passed" },
  not_applicable: { tone: "plain", word: "Does not apply" },
};
/** What there is to do comes first. */
const ORDER: readonly Verdict[] = ["fail", "open", "pass", "not_applicable"];

const SERVER_NAMES: Readonly<Record<Server, string>> = {
  nginx: "nginx",
  caddy: "Caddy",
  vercel: "Vercel",
  next: "Next.js",
  cloudflare: "Cloudflare",
  express: "Express",
};

const serverOf = (value: string): Server => SERVERS.find((server) => server === value) ?? "nginx";

/** Every test with what came of it, and for the reader's own server the line that mends it. */
export function ReportRows({ rows }: { rows: readonly Row[] }) {
  const id = useId();
  const [server, setServer] = useState<Server>("nginx");
  const sorted = ORDER.flatMap((verdict) => rows.filter((row) => row.verdict === verdict));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {rows.some(({ fix }) => fix !== null) && (
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          <label htmlFor={id} className="text-sm font-medium">
            Lines to set for
          </label>
          <span className="w-44">
            <Select id={id} value={server} onChange={(event) => setServer(serverOf(event.target.value))}>
              {SERVERS.map((one) => (
                <option key={one} value={one}>
                  {SERVER_NAMES[one]}
                </option>
              ))}
            </Select>
          </span>
        </div>
      )}
      <ul className="grid">
        {sorted.map((row, index) => (
          <li key={index} className="grid gap-2 border-t border-rule py-4">
            <RowHead row={row} />
            <p className="text-sm wrap-anywhere">{row.why}</p>
            {row.advice !== null && <p className="text-sm text-muted wrap-anywhere">{row.advice}</p>}
            {row.fix !== null && <FixOf fix={row.fix} server={server} title={row.title} />}
            {row.documentation !== null && (
              <a
                href={row.documentation}
                target="_blank"
                rel="noopener noreferrer"
                className="link justify-self-start text-note text-muted"
              >
                Read about it<span className="sr-only">: {row.title}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RowHead({ row: { title, verdict, points } }: { row: Row }) {
  const { tone, word } = VERDICTS[verdict];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h4 className="font-medium wrap-anywhere">{title}</h4>
      <span className="flex items-center gap-3">
        <span className="figures text-sm">{points}</span>
        <Badge tone={tone}>{word}</Badge>
      </span>
    </div>
  );
}

const FixOf = ({ fix, server, title }: { fix: Fix; server: Server; title: string }) => (
  <>
    <CodeBlock code={fix.lines[server]} label={`${SERVER_NAMES[server]}: ${title}`} />
    {fix.note !== null && <p className="text-note text-muted wrap-anywhere">{fix.note}</p>}
  </>
);
