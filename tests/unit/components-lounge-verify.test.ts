import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileOf } from "@/components/lounge/signal/keep-button";
import { CHECKS } from "@/components/lounge/verify/check-words";
import { checkCertificate, type ToCheck, verdictOf } from "@/components/lounge/verify/checks";
import { goesOnFrom } from "@/components/lounge/verify/continuity";
import {
  type KeptCertificate,
  readAnswer,
  readCertificate,
} from "@/components/lounge/verify/read-certificate";
import { type LogNow, readLogNow } from "@/components/lounge/verify/read-log";
import { keepCheckpoint, recallCheckpoint } from "@/components/lounge/verify/seen-checkpoints";
import vectors from "@/lib/lounge/verifier/vectors.json";
import { verifyCertificate } from "@/lib/lounge/verifier/verify";

const [vector] = vectors.certificates;
if (vector === undefined) throw new Error("there are no vectors");

const kept = (): KeptCertificate => {
  const read = readAnswer(structuredClone(vector.answer));
  if (read === null) throw new Error("a vector is not read");
  return read;
};
const given = (answer: KeptCertificate, change: Partial<ToCheck> = {}): ToCheck => ({
  ...{ answer, keys: [vectors.key], askedFor: answer.signalId, text: null },
  readAccount: () => Promise.reject(new Error("nothing is minted here")),
  ...change,
});
const findings = async (to: ToCheck) =>
  Object.fromEntries((await checkCertificate(to)).map(({ id, finding }) => [id, finding]));

describe("a certificate of the vectors", () => {
  it("holds in every check, its text too", async () => {
    const all = await findings(given(kept(), { text: vector.summary }));
    const proved = {
      asked: "proved",
      hash: "proved",
      leaf: "proved",
      inclusion: "proved",
      checkpoint: "proved",
    };
    expect(all).toEqual({ ...proved, text: "proved" });
  });

  it("is judged as the stand-alone verifier judges it, one for one", async () => {
    for (const { answer, summary } of vectors.certificates) {
      const read = readAnswer(answer);
      if (read === null) throw new Error("a vector is not read");
      const steps = await verifyCertificate(answer, { key: vectors.key, summary });
      const checks = await checkCertificate(given(read, { askedFor: null, text: summary }));
      expect(checks.map(({ finding }) => finding === "proved")).toEqual(steps.map(({ ok }) => ok));
    }
  });

  it("holds after it was kept as a file and brought again", async () => {
    const file = readCertificate(fileOf(kept()));
    expect(file).toEqual(kept());
  });
});

describe("a tampered certificate", () => {
  const tampered: readonly (readonly [string, (answer: KeptCertificate) => KeptCertificate, string])[] = [
    ["another title", (one) => ({ ...one, certificate: { ...one.certificate, title: "View 1" } }), "hash"],
    ["one more member", (one) => ({ ...one, certificate: { ...one.certificate, more: "x" } }), "hash"],
    ["another hash", (one) => ({ ...one, certificateHash: "0".repeat(64) }), "hash"],
    ["an earlier time", (one) => ({ ...one, publishedAt: "2020-01-01T00:00:00.000Z" }), "leaf"],
    ["no time", (one) => ({ ...one, publishedAt: "x" }), "leaf"],
    ["another place", (one) => ({ ...one, log: { ...one.log, index: 1 } }), "inclusion"],
    ["a place beyond the tree", (one) => ({ ...one, log: { ...one.log, index: 2 ** 52 } }), "inclusion"],
    ["another root", (one) => ({ ...one, log: { ...one.log, root: "0".repeat(64) } }), "inclusion"],
    ["a shorter proof", (one) => ({ ...one, log: { ...one.log, inclusion: [] } }), "inclusion"],
    ["another size", (one) => ({ ...one, log: { ...one.log, size: 12 } }), "checkpoint"],
    [
      "another checkpoint's text",
      (one) => ({
        ...one,
        log: { ...one.log, checkpoint: (one.log.checkpoint ?? "").replace("\n11\n", "\n12\n") },
      }),
      "checkpoint",
    ],
    [
      "a checkpoint that is none",
      (one) => ({ ...one, log: { ...one.log, checkpoint: "x\n\n— y ???" } }),
      "checkpoint",
    ],
  ];

  it.each(tampered)("with %s is refuted where it was changed", async (_, change, where) => {
    const checks = await checkCertificate(given(change(kept())));
    expect(checks.find(({ id }) => id === where)?.finding).toBe("refuted");
    expect(verdictOf(checks)).toBe("refuted");
  });

  it("of another signal than the one asked for is refuted, though it holds by itself", async () => {
    const all = await findings(given(kept(), { askedFor: "sig_ffffffffffffffffffffffff" }));
    expect(all).toMatchObject({
      asked: "refuted",
      hash: "proved",
      inclusion: "proved",
      checkpoint: "proved",
    });
  });

  it("with another text is refuted", async () => {
    expect(await findings(given(kept(), { text: `${vector.summary} ` }))).toMatchObject({ text: "refuted" });
  });

  it("is refuted whichever character of its title is another", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (title) => {
        fc.pre(title !== vector.answer.certificate.title);
        const answer = kept();
        const all = await findings(given({ ...answer, certificate: { ...answer.certificate, title } }));
        expect(all.hash).toBe("refuted");
      }),
      { numRuns: 30 },
    );
  });
});

describe("what can't be told", () => {
  it("is open, and nothing against the certificate", async () => {
    const answer = kept();
    const young = { ...answer, log: { ...answer.log, inclusion: null, checkpoint: null } };
    expect(await findings(given(young))).toMatchObject({
      inclusion: "open",
      checkpoint: "open",
      hash: "proved",
    });
    expect(await findings(given(answer, { keys: [] }))).toMatchObject({ checkpoint: "open" });
    const saltless = { ...answer, salt: null };
    expect(await findings(given(saltless, { text: vector.summary }))).toMatchObject({ text: "open" });
    const hidden = { ...answer, certificate: null };
    expect(await findings(given(hidden, { text: "x" }))).toMatchObject({
      ...{ asked: "open", hash: "open", text: "open", inclusion: "proved" },
    });
    expect(verdictOf(await checkCertificate(given(young)))).toBe("open");
  });

  it("of a foreign key is refuted: it signed nothing here", async () => {
    const foreign = "svc.example.com/lounge+00000000+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4";
    for (const key of [foreign, "no key", `svc.example.com/lounge+3417fbf8+AQ==`])
      expect(await findings(given(kept(), { keys: [key] }))).toMatchObject({ checkpoint: "refuted" });
    expect(await findings(given(kept(), { keys: [foreign, vectors.key] }))).toMatchObject({
      checkpoint: "proved",
    });
  });
});

describe("what is brought", () => {
  it("is no certificate where it has not the form of one, and never throws", () => {
    const parts = fc.oneof(fc.json(), fc.string(), fc.constant("[".repeat(40_000)));
    fc.assert(
      fc.property(parts, (text) => {
        expect(readCertificate(text)).toBeNull();
      }),
    );
    expect(readCertificate(`${fileOf(kept())}${" ".repeat(70_000)}`)).toBeNull();
  });

  it("is no certificate where it is nested so deep that hashing it could end the page", () => {
    const deep = `${"[".repeat(9_000)}${"]".repeat(9_000)}`;
    const text = JSON.stringify({ ...vector.answer, certificate: null }).replace(
      '"certificate":null',
      `"certificate":{"title":${deep}}`,
    );
    expect(readCertificate(text)).toBeNull();
  });

  it("believes no member of another type", () => {
    const { log } = vector.answer;
    for (const change of [
      { certificateHash: "x" },
      { publishedAt: 5 },
      { certificate: [] },
      { log: { ...log, index: -1 } },
      { log: { ...log, size: 1.5 } },
      { log: { ...log, inclusion: ["x"] } },
      { log: { ...log, inclusion: Array<string>(65).fill(log.root) } },
      { log: { ...log, checkpoint: 1 } },
    ])
      expect(readAnswer({ ...vector.answer, ...change })).toBeNull();
  });
});

describe("the log as this browser saw it before", () => {
  const note = vector.answer.log.checkpoint;
  const now = (change: Partial<LogNow> = {}): LogNow => ({
    ...{ checkpoint: note, keys: [], consistency: { first: 11, proof: [] } },
    ...change,
  });
  const from = (log: LogNow | null, keys = [vectors.key]) =>
    goesOnFrom({ note, at: 0 }, keys, () => Promise.resolve(log));

  it("goes on from itself, and asks for the proof from its own size", async () => {
    const asked: number[] = [];
    const found = await goesOnFrom({ note, at: 0 }, [vectors.key], (first) => {
      asked.push(first);
      return Promise.resolve(now());
    });
    expect(found.finding).toBe("proved");
    expect(asked).toEqual([11]);
  });

  it("is refuted where the log has another past, or its keys never signed what was seen", async () => {
    expect((await from(now({ consistency: { first: 11, proof: ["0".repeat(64)] } }))).finding).toBe(
      "refuted",
    );
    expect((await from(now(), ["svc.example.com/lounge+3417fbf8+AQ=="])).finding).toBe("refuted");
  });

  it("is open where the service gives no proof or signs nothing", async () => {
    expect((await from(null)).finding).toBe("open");
    expect((await from(now({ checkpoint: null }))).finding).toBe("open");
  });

  it("is kept in the browser, and a closed or strange storage is no reason to fail", () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    expect(recallCheckpoint(storage)).toBeNull();
    expect(keepCheckpoint(storage, { note, at: 5 })).toBe(true);
    expect(recallCheckpoint(storage)).toEqual({ note, at: 5 });
    for (const key of kept.keys()) kept.set(key, "{");
    expect(recallCheckpoint(storage)).toBeNull();
    const closed = () => {
      throw new Error("closed");
    };
    expect(recallCheckpoint({ getItem: closed, setItem: closed })).toBeNull();
    expect(keepCheckpoint({ getItem: closed, setItem: closed }, { note, at: 5 })).toBe(false);
  });
});

it("an answer of the log is read, and what is none is not", () => {
  expect(readLogNow({ keys: [{ key: vectors.key, fromSize: 0 }, 5], checkpoint: null })).toEqual({
    ...{ keys: [{ key: vectors.key, fromSize: 0 }], checkpoint: null, consistency: null },
  });
  for (const none of [null, [], {}, { keys: "x" }]) expect(readLogNow(none)).toBeNull();
});

it("every check says what it proves and what it refutes", () => {
  for (const { title, proved, refuted } of Object.values(CHECKS)) {
    for (const words of [title, proved, refuted]) expect(words.length).toBeGreaterThan(10);
    expect(proved).not.toBe(refuted);
  }
});
