import { Badge } from "@/components/ui/badge";
import { isRecord } from "@/lib/is-record";
import { MembersView } from "./members";
import { Reply } from "./reply";
import { valueInWords } from "./words";

/** What every answer says of itself; shown in one line above what it found. */
const ENVELOPE = [
  "summary",
  "ok",
  "kind",
  "dataAsOf",
  "sources",
  "provenance",
  "coverage",
  "stale",
  "method",
  "notes",
];

/** An answer as people read it: what it says, how far it can be trusted, then its tables. Needs no script. */
export function AnswerView({ answer }: { answer: unknown }) {
  if (!isRecord(answer)) return <p className="figures">{JSON.stringify(answer)}</p>;
  const { summary } = answer;
  const reply = typeof answer.reply === "string" ? answer.reply : null;
  const own = Object.fromEntries(
    Object.entries(answer).filter(
      ([name, value]) =>
        (!ENVELOPE.includes(name) || (name === "summary" && isRecord(value))) &&
        (name !== "reply" || reply === null) &&
        (name !== "asOf" || !isRecord(value)),
    ),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {typeof summary === "string" && <p className="text-lg font-medium wrap-anywhere">{summary}</p>}
      {reply !== null && <Reply html={reply} />}
      <Trust answer={answer} />
      <MembersView members={own} />
      <Notes notes={answer.notes} />
    </div>
  );
}

function Trust({ answer }: { answer: Readonly<Record<string, unknown>> }) {
  const { coverage, stale, sources, dataAsOf, asOf } = answer;
  if (typeof coverage !== "number") return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-note text-muted">
      <Badge tone={coverage === 1 ? "good" : "warn"}>
        {Math.round(coverage * 100)} % of what it promises
      </Badge>
      <Badge tone={stale === true ? "warn" : "good"}>{stale === true ? "stale" : "fresh"}</Badge>
      <span>
        Data as of <span className="figures">{valueInWords("dataAsOf", dataAsOf).text}</span>
        {isRecord(asOf) && `, ${blocksApart(asOf)}`}
        {Array.isArray(sources) && sources.length > 0 && `, from ${sources.map(String).join(", ")}`}
      </span>
    </p>
  );
}

/** Such as `topProtocols of 14:04`: blocks that are older or newer than the answer as a whole. */
const blocksApart = (asOf: Readonly<Record<string, unknown>>): string =>
  Object.entries(asOf)
    .map(([path, time]) => `${path.replaceAll("[]", "")} of ${valueInWords("dataAsOf", time).text}`)
    .join(", ");

const Notes = ({ notes }: { notes: unknown }) =>
  Array.isArray(notes) && notes.length > 0 ? (
    <ul className="grid gap-1 border-t border-rule pt-3 text-note text-muted">
      {notes.map((note) => (
        <li key={String(note)}>{String(note)}</li>
      ))}
    </ul>
  ) : null;
