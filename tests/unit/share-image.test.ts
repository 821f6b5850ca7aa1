import { afterEach, describe, expect, it, vi } from "vitest";
import AgentsImage from "@/app/(site)/agents/opengraph-image";
import DeskImage, { generateStaticParams } from "@/app/(site)/desks/[label]/opengraph-image";
import TokenImage from "@/app/(site)/token/opengraph-image";
import HomeImage from "@/app/opengraph-image";
import { deskCards } from "@/components/desks/questions";
import { SHARE_SIZE, shareCard } from "@/components/share/card";
import { pictureOf } from "@/lib/lounge/rwa-metadata/png";

/** Width and height, as a PNG's first chunk has them. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  expect(bytes.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

async function drawn(response: Response): Promise<Buffer> {
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

  it("whose words the fonts can't write is found by that", async () => {
    const asked = withoutNetwork();
    vi.spyOn(console, "error").mockImplementation(() => {}); // the drawing says itself that it got no font
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await drawn(shareCard({ name: "svc", title: "시장 정보", detail: "" }));
    expect(asked.length).toBeGreaterThan(0);
  });

  it("of a certificate is made of its hash alone, so that nothing sold can stand in it", () => {
    const [one, other] = ["a".repeat(64), "b".repeat(64)].map((hash) => Buffer.from(pictureOf(hash)));
    if (one === undefined || other === undefined) throw new Error("no picture");
    expect(sizeOf(one).width).toBeGreaterThanOrEqual(200);
    expect(one.equals(other)).toBe(false);
    expect(one.equals(Buffer.from(pictureOf("a".repeat(64))))).toBe(true);
  });
});
