import type { ReactNode } from "react";
import { isRecord } from "@/lib/is-record";
import { columnsOf } from "./columns";
import { Curve, curveOf, isMaturity, maturityInWords } from "./curve";
import { Rows } from "./rows";
import { Value } from "./value";
import { nameInWords } from "./words";

type Members = Readonly<Record<string, unknown>>;

const isRows = (value: unknown): value is Members[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);
const isSingle = (value: unknown): boolean => value === null || typeof value !== "object";

interface MembersProps {
  members: Members;
  /** How deep it stands: deeper headings are smaller, and end at the fourth level. */
  depth?: number;
}

/** Whether a list beside it, `wallets` beside `wallet`, begins with the very same thing: it is told once. */
function isToldInList(members: Members, name: string, value: unknown): boolean {
  const list = members[`${name}s`];
  return isRecord(value) && Array.isArray(list) && JSON.stringify(list[0]) === JSON.stringify(value);
}

/** What an answer holds: single values first, then what is made of several. */
export function MembersView({ members, depth = 0 }: MembersProps) {
  const shown = Object.entries(members).filter(
    ([name, value]) => !(`${name}Value` in members) && !isToldInList(members, name, value),
  );
  const single = shown.filter(([, value]) => isSingle(value));
  const larger = shown.filter(([, value]) => !isSingle(value));
  const curve = curveOf(members);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {curve !== null && <Curve name="yields" points={curve} />}
      {single.length > 0 && (
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-6 gap-y-3">
          {single.map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-note text-muted">
                {isMaturity(name) ? maturityInWords(name) : nameInWords(name)}
              </dt>
              <dd className="[&>.figures]:whitespace-normal">
                <Value name={name} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {larger.map(([name, value]) => (
        <Part key={name} name={name} depth={depth}>
          <Larger name={name} value={value} depth={depth} />
        </Part>
      ))}
    </div>
  );
}

function Part({ name, depth, children }: { name: string; depth: number; children: ReactNode }) {
  const Heading = depth === 0 ? "h3" : "h4";
  return (
    <section className="min-w-0">
      <Heading className={depth === 0 ? "mb-2 font-semibold" : "mb-2 text-sm font-medium"}>
        {nameInWords(name)}
      </Heading>
      {children}
    </section>
  );
}

function Larger({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  if (isRows(value)) return <RowsWithParts name={name} rows={value} depth={depth} />;
  if (Array.isArray(value))
    return value.length === 0 ? (
      <p className="text-muted">None.</p>
    ) : (
      <ul className="grid list-disc gap-1 pl-5">
        {value.map((one, at) => (
          <li key={at}>
            <Value name={name} value={typeof one === "object" ? JSON.stringify(one) : one} />
          </li>
        ))}
      </ul>
    );
  return <MembersView members={isRecord(value) ? value : {}} depth={depth + 1} />;
}

/** One thing alone is no table; several are one, and what each holds in itself is a press away. */
function RowsWithParts({ name, rows, depth }: { name: string; rows: readonly Members[]; depth: number }) {
  const [only] = rows;
  const isDeep = columnsOf(rows).hasMore;
  if (rows.length === 1 && only !== undefined && isDeep)
    return <MembersView members={only} depth={depth + 1} />;
  return (
    <div className="grid gap-3">
      <Rows name={name} rows={rows} />
      {isDeep && (
        <details>
          <summary className="cursor-pointer rounded-sm py-2 text-sm text-muted hover:text-ink">
            Everything of each
          </summary>
          <div className="grid gap-8 pt-3">
            {rows.map((row, at) => (
              <MembersView key={at} members={row} depth={depth + 1} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
