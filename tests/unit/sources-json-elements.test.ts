import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonElements } from "@/lib/sources/fetcher/json-elements";

const encoder = new TextEncoder();

/** The text's bytes in pieces that end at `cuts`. */
async function* pieces(text: string, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = encoder.encode(text);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const end of [...ends, bytes.length]) {
    yield bytes.subarray(from, end);
    from = end;
  }
}

async function all(text: string, cuts: readonly number[] = [], limit = 100_000): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const element of jsonElements(pieces(text, cuts), limit)) found.push(element);
  return found;
}

const failing = (failure: string) => expect.objectContaining({ failure });
const rows = fc.array(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), { maxLength: 8 });
const cutting = fc.array(fc.nat(5_000), { maxLength: 20 });

describe("elements of a JSON array", () => {
  it("are what JSON.parse gives, wherever the chunks are cut", async () => {
    await fc.assert(
      fc.asyncProperty(rows, cutting, fc.constantFrom(0, 2), async (value, cuts, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(await all(text, cuts)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("come one byte at a time as well, behind a byte-order mark", async () => {
    const text = '\uFEFF [ {"a":"]},{[\\"\\\\"} , {"b":[{}],"é":"☃"} ] \n';
    const everyByte = Array.from({ length: 100 }, (_, i) => i);
    expect(await all(text, everyByte)).toEqual([{ a: ']},{["\\' }, { b: [{}], é: "☃" }]);
  });

  it("of an answer that breaks off are followed by an error, wherever it breaks", async () => {
    const text = '[{"a":1},{"b":"}]"},[{"c":null}]]';
    for (let length = 0; length < text.length; length++)
      await expect(all(text.slice(0, length)), text.slice(0, length)).rejects.toThrow(failing("schema"));
    expect(await all(text)).toHaveLength(3);
  });

  it.each([
    ["a page", "<!doctype html><html></html>"],
    ["an object", '{"message":"Internal server error"}'],
    ["numbers", "[1,2]"],
    ["strings", '["a"]'],
    ["a missing comma", "[{}{}]"],
    ["a trailing comma", "[{},]"],
    ["a leading comma", "[,{}]"],
    ["something behind the end", "[{}] x"],
    ["half a byte-order mark", "\u00ef["],
    ["an element that is no JSON", "[{a:1}]"],
    ["brackets that do not match", '[{"a":1]]'],
  ])("%s is refused", async (_name, text) => {
    await expect(all(text)).rejects.toThrow(failing("schema"));
  });

  it("are limited in size, within a chunk and across chunks", async () => {
    const text = `[{"a":"${"x".repeat(200)}"}]`;
    await expect(all(text, [], 100)).rejects.toThrow(failing("too_large"));
    await expect(all(text, [50, 90, 130, 170], 100)).rejects.toThrow(failing("too_large"));
    expect(await all(text, [50, 90], 300)).toHaveLength(1);
  });
});
