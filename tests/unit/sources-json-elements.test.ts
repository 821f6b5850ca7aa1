import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonElements } from "@/lib/sources/fetcher/json-elements";
import { runs } from "../support/properties";

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

async function all(
  text: string,
  cuts: readonly number[] = [],
  maxElementBytes = 100_000,
  under: { under?: string } = {},
): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const elements of jsonElements(pieces(text, cuts), { maxElementBytes, ...under }))
    found.push(...elements);
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
      runs(5),
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

describe("elements of a list under a name", () => {
  const under = { under: "data" };
  const beside = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue(), { maxKeys: 4 });

  it("are what JSON.parse gives, whatever stands beside the list and wherever the chunks are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        beside,
        beside,
        cutting,
        fc.constantFrom(0, 2),
        async (data, a, b, cuts, indent) => {
          const others = [a, b].map((one) => Object.entries(one).filter(([name]) => name !== "data"));
          const text = JSON.stringify(
            Object.fromEntries([...(others[0] ?? []), ["data", data], ...(others[1] ?? [])]),
            null,
            indent,
          );
          expect(await all(text, cuts, 100_000, under)).toEqual((JSON.parse(text) as { data: unknown }).data);
        },
      ),
      runs(5),
    );
  });

  it("are not looked for in strings, in values, or deeper down", async () => {
    const text =
      '{"a":"data","b":["data",{"data":[{"n":0}]}],"c":{"data":[{}]},"data":[{"n":1}],"d":[{"n":2}]}';
    const everyByte = Array.from({ length: text.length }, (_, i) => i);
    expect(await all(text, everyByte, 1_000, under)).toEqual([{ n: 1 }]);
  });

  it("of an answer that breaks off are followed by an error, wherever it breaks", async () => {
    const text = '{"status":"success","data":[{"a":1},{"b":"}]"}],"more":{"x":[1]}}';
    for (let length = 0; length < text.length; length++)
      await expect(all(text.slice(0, length), [], 1_000, under), text.slice(0, length)).rejects.toThrow(
        failing("schema"),
      );
    expect(await all(text, [], 1_000, under)).toHaveLength(2);
  });

  it.each([
    ["a bare list", "[{}]"],
    ["a page", "<!doctype html><html></html>"],
    ["no member of that name", '{"status":"error","message":"data"}'],
    ["null in its place", '{"data":null}'],
    ["an object in its place", '{"data":{"a":[{}]}}'],
    ["the list twice", '{"data":[{}],"data":[{}]}'],
    ["something behind the end", '{"data":[{}]}x'],
  ])("%s is refused", async (_name, text) => {
    await expect(all(text, [], 1_000, under)).rejects.toThrow(failing("schema"));
  });
});
