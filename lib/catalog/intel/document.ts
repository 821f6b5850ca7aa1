import * as z from "zod";
import type { IntelAnswer, LabelOf, RouteEntry } from "../define";
import { documentRoute, type PublishedRoute } from "../document";
import { type Envelope, envelope, type SourceStatus } from "./answers/envelope";

/** A source that a sample rests on. */
interface SampleReading {
  provider: string;
  id: string;
  /** How reading it went: well, unless it says otherwise. */
  status?: SourceStatus;
  asOf: string | null;
  ageSec: number | null;
}

/** What a sample says of itself beyond what its readings do. */
type SampleEnvelope = Partial<Omit<Envelope<string>, "summary" | "ok" | "kind" | "provenance">>;

interface IntelDocumentation<Input extends z.ZodType, Fields extends z.ZodObject> {
  /** A paragraph for documentation. */
  description: string;
  /** The fields of the answer that are the route's own. */
  fields: Fields;
  sample: {
    summary: string;
    input: z.input<Input>;
    read: readonly SampleReading[];
    envelope?: SampleEnvelope;
    fields: z.input<Fields>;
  };
}

/** The version of its method that a route's answers name, unless its sample names another. */
const methodOf = (label: string): string => `${label.replace(/^intel-/, "")}/1`;

/** The envelope of a sample: all of it that follows from what was read. */
function envelopeOf<Kind extends string>(
  kind: Kind,
  read: readonly SampleReading[],
  { dataAsOf, asOf, sources, coverage, stale, method, notes }: SampleEnvelope,
  summary: string,
): Envelope<Kind> {
  const times = read.flatMap(({ asOf }) => asOf ?? []).sort();
  const oldest = dataAsOf ?? times[0];
  if (oldest === undefined) throw new Error(`${kind}: its sample rests on no reading that has a time`);
  return {
    summary,
    ok: true,
    kind,
    dataAsOf: oldest,
    ...(asOf !== undefined && { asOf }),
    sources: sources ?? [
      ...new Set(read.filter(({ asOf }) => asOf !== null).map(({ provider }) => provider)),
    ],
    // A sample is what is given by default: of the sources only those that were not read well.
    provenance: read.flatMap(({ id, status = "ok", asOf, ageSec }) =>
      status === "ok" ? [] : [{ id, status, asOf, ageSec }],
    ),
    coverage: coverage ?? 1,
    stale: stale ?? false,
    method: method ?? methodOf(kind),
    notes: notes ?? [],
  };
}

/** The schema of the whole answer: that it takes an envelope and the fields is how it is put together. */
const answerSchema = <Kind extends string, Fields extends z.ZodObject>(kind: Kind, fields: Fields) =>
  z.object({ ...envelope(kind), ...fields.shape }) as unknown as z.ZodType<
    Envelope<Kind> & z.input<Fields>,
    Envelope<Kind> & z.input<Fields>
  >;

/** `documentRoute` for an entry that `defineIntel` made. */
export const documentIntel = <Path extends string, Input extends z.ZodType, Fields extends z.ZodObject>(
  entry: RouteEntry<Path, Input, IntelAnswer<Path, z.input<Fields>>>,
  { description, fields, sample }: IntelDocumentation<Input, Fields>,
): PublishedRoute<
  Path,
  Input,
  z.ZodType<Envelope<LabelOf<Path>> & z.input<Fields>, Envelope<LabelOf<Path>> & z.input<Fields>>
> =>
  documentRoute(entry, {
    description,
    output: answerSchema<LabelOf<Path>, Fields>(entry.label, fields),
    sample: {
      input: sample.input,
      output: {
        ...envelopeOf<LabelOf<Path>>(entry.label, sample.read, sample.envelope ?? {}, sample.summary),
        ...sample.fields,
      },
    },
  });
