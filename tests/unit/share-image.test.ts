import { afterEach, describe, expect, it, vi } from "vitest";
import AgentsImage from "@/app/(site)/agents/opengraph-image";
import DeskImage, { generateStaticParams } from "@/app/(site)/desks/[label]/opengraph-image";
import TokenImage from "@/app/(site)/token/opengraph-image";
import HomeImage from "@/app/opengraph-image";
import { deskCards } from "@/components/desks/questions";
import { shareCard } from "@/components/share/card";
import { SHARE_SIZE } from "@/components/share/size";
import { drawText } from "@/components/share/text/draw-text";
import { covers } from "@/components/share/text/font-files";
import { openFont } from "@/components/share/text/open-font";
import { directionOf, shapeLine, typefaceFor } from "@/components/share/text/shape";
import { pictureOf } from "@/lib/lounge/rwa-metadata/png";

/** Width and height, as a PNG's first chunk has them. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  expect(bytes.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

async function drawn(image: Response | Promise<Response>): Promise<Buffer> {
  const response = await image;
  expect(response.headers.get("content-type")).toBe("image/png");
  return Buffer.from(await response.arrayBuffer());
}

/** Where the drawing would ask for a letter that the shipped fonts have not: nobody is there, and the letter is left out. */
function withoutNetwork(): string[] {
  const asked: string[] = [];
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.startsWith("data:")) return real(input, init); // the drawing's own code
    asked.push(address);
    return Promise.reject(new TypeError("no network"));
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

describe("a share image", () => {
  it("is a PNG of the size that previews take, another for each page, of the shipped fonts alone", async () => {
    const asked = withoutNetwork();
    const label = generateStaticParams()[0]?.label ?? "";
    const desk = await DeskImage({ params: Promise.resolve({ label }) });
    const pictures = await Promise.all([HomeImage(), AgentsImage(), TokenImage(), desk].map(drawn));
    for (const picture of pictures) expect(sizeOf(picture)).toEqual(SHARE_SIZE);
    expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(4);
    expect(asked).toEqual([]);
  });

  it("of any desk has a glyph for each letter of its words", async () => {
    const asked = withoutNetwork();
    const letters = new Set(
      deskCards.map(({ title, detail, route }) => title + detail + route.path).join(""),
    );
    await drawn(shareCard({ name: "svc", title: [...letters].join(""), detail: [...letters].join("") }));
    expect(asked).toEqual([]);
  });

  it.each([
    ["Korean", "펀딩 비율이 뒤집혔다"],
    ["Arabic", "انقلب معدل التمويل قبل الافتتاح"],
    ["Japanese", "資金調達率が反転した。"],
    ["Chinese", "资金费率反转，繁體中文"],
    ["Thai", "อัตราการระดมทุนพลิกกลับ"],
    ["Odia", "ବଜାର ସ୍ଥିତି ବଦଳିଗଲା"],
    ["Dhivehi", "ބާޒާރުގެ އަގު ބަދަލުވެއްޖެ"],
    ["Hindi", "क्षेत्र में स्थिति मज़बूत है"],
    ["Hebrew", "שיעור המימון התהפך"],
    ["Ukrainian", "Ставка фінансування"],
    ["Greek", "Το επιτόκιο άλλαξε"],
    ["Vietnamese", "Lãi suất đảo chiều"],
    ["Tamil", "நிதி விகிதம் மாறியது"],
    ["Bengali", "তহবিল হার উল্টে গেছে"],
    ["Georgian", "დაფინანსება შეიცვალა"],
    ["Amharic", "የገንዘብ መጠን"],
    ["signs and emoji", "🚀 → ✓ ▲ ◆"],
  ])("in %s has a glyph for every letter, and asks nobody for a font", async (_, text) => {
    const asked = withoutNetwork();
    const typeface = typefaceFor(text, 600);
    const { glyphs } = await shapeLine(text, directionOf(text), typeface);
    // U+FFFF is no character: what a font draws for it is its empty box.
    const boxes = new Set<string>();
    for (const { file } of typeface.files.filter((one) =>
      [...text].some((letter) => covers(one, letter.codePointAt(0) ?? 0)),
    )) {
      const box = (await openFont(file, 600)).glyphToPath(0);
      if (box !== "") boxes.add(box);
    }
    expect(boxes.size).toBeGreaterThan(0);
    expect(glyphs.length).toBeGreaterThan(0);
    expect(glyphs.filter(({ outline }) => boxes.has(outline))).toEqual([]);
    expect(sizeOf(await drawn(shareCard({ name: text, title: text, detail: text })))).toEqual(SHARE_SIZE);
    expect(asked).toEqual([]);
  });

  it("draws the empty box for a letter that no font has, and still asks nobody", async () => {
    const asked = withoutNetwork();
    const [cuneiform, latin] = await Promise.all(
      ["𒀀", "a"].map((text) => shapeLine(text, "ltr", typefaceFor(text, 600))),
    );
    const box = (
      await openFont(typefaceFor("a", 600).files.find((one) => covers(one, 0x61))?.file ?? "", 600)
    ).glyphToPath(0);
    expect(cuneiform?.glyphs.map(({ outline }) => outline)).toEqual([box]);
    expect(latin?.glyphs.map(({ outline }) => outline)).not.toEqual([box]);
    expect(asked).toEqual([]);
  });

  it("sets Arabic from right to left with joined letters, and Latin within it from left to right", async () => {
    const line = (text: string, base: "ltr" | "rtl") => shapeLine(text, base, typefaceFor(text, 400));
    const [joined, apart] = await Promise.all([line("سسس", "rtl"), line("س س س", "rtl")]);
    expect(new Set(joined.glyphs.map(({ outline }) => outline)).size).toBe(3); // its first, middle and last form
    expect(new Set(apart.glyphs.map(({ outline }) => outline)).size).toBe(1);
    const [mixed, plain] = await Promise.all([line("شراء ETH", "rtl"), line("ETH", "ltr")]);
    const letters = mixed.glyphs.slice().sort((one, other) => one.x - other.x);
    expect(letters.slice(0, 3).map(({ outline }) => outline)).toEqual(
      plain.glyphs.map(({ outline }) => outline),
    );
    expect([directionOf("شراء ETH"), directionOf("ETH شراء")]).toEqual(["rtl", "ltr"]);
  });

  it("is bounded: a text of any length and any stack of accents fits, and ends with a mark", async () => {
    const fits = [
      { size: 84, lines: 2 },
      { size: 52, lines: 4 },
    ] as const;
    for (const text of [
      "W".repeat(8_000),
      `a${"\u0301".repeat(8_000)}`,
      "한".repeat(8_000),
      "word ".repeat(2_000),
    ]) {
      const { svg, height } = await drawText(text, { width: 1_056, fits, weight: 600, color: "#fff" });
      expect(height).toBeLessThan(300);
      expect(svg.length).toBeLessThan(400_000);
    }
  });

  it("of a certificate is made of its hash alone, so that nothing sold can stand in it", () => {
    const [one, other] = ["a".repeat(64), "b".repeat(64)].map((hash) => Buffer.from(pictureOf(hash)));
    if (one === undefined || other === undefined) throw new Error("no picture");
    expect(sizeOf(one).width).toBeGreaterThanOrEqual(200);
    expect(one.equals(other)).toBe(false);
    expect(one.equals(Buffer.from(pictureOf("a".repeat(64))))).toBe(true);
  });
});
