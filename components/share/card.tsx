import { ImageResponse } from "next/og";
import { SHARE_SIZE } from "./size";
import { drawText, type TextStyle } from "./text/draw-text";

const PADDING = 72;
const WIDTH = SHARE_SIZE.width - PADDING * 2;
/** What a figure beside the title leaves it. */
const BESIDE_FIGURE = WIDTH - 340;

const COLORS = { paper: "#0d0f10", ink: "#eceeef", muted: "#9ba4aa", coin: "#ffb224", onCoin: "#1c1402" };

export interface ShareCard {
  name: string;
  title: string;
  /** Lines below the title. */
  detail: string;
  /** "$0.02"; left out where nothing is sold by itself. */
  price?: string;
  /** Few letters that stand large beside the title, such as a grade. */
  figure?: string;
}

/** Text as a picture of its outlines: next/og would fetch fonts from elsewhere for letters that it has not. */
async function drawn(text: string, style: TextStyle) {
  const { svg, width, height } = await drawText(text, style);
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  // eslint-disable-next-line @next/next/no-img-element -- this is no page: it is drawn into a picture
  return <img src={source} width={width} height={height} alt="" />;
}

const line = (size: number, weight: number, color: string): TextStyle => ({
  ...{ width: 720, fits: [{ size, lines: 1 }], weight, color, hug: true },
});

/** A share image of 1200 to 630 pixels, in any language, in the fonts that the site itself ships. */
export async function shareCard({ name, title, detail, price, figure }: ShareCard): Promise<ImageResponse> {
  const width = figure === undefined ? WIDTH : BESIDE_FIGURE;
  const [nameDrawn, priceDrawn, figureDrawn, titleDrawn, detailDrawn] = await Promise.all([
    drawn(name, line(36, 400, COLORS.ink)),
    price === undefined ? null : drawn(price, line(36, 400, COLORS.onCoin)),
    figure === undefined
      ? null
      : drawn(figure, {
          ...{ width: 320, weight: 600, color: COLORS.coin, hug: true, leading: 1 },
          fits: [
            { size: 240, lines: 1 },
            { size: 110, lines: 1 },
            { size: 76, lines: 1 },
          ],
        }),
    drawn(title, {
      ...{ width, weight: 600, color: COLORS.ink, leading: 1.15 },
      fits: [
        { size: 84, lines: 2 },
        { size: 64, lines: 3 },
        { size: 52, lines: 4 },
      ],
    }),
    drawn(detail, {
      ...{ width, weight: 400, color: COLORS.muted, leading: 1.35 },
      fits: [
        { size: 34, lines: 2 },
        { size: 28, lines: 3 },
      ],
    }),
  ]);
  return new ImageResponse(
    <div
      style={{
        ...{ display: "flex", flexDirection: "column", justifyContent: "space-between" },
        ...{ width: "100%", height: "100%", padding: PADDING },
        ...{ background: COLORS.paper, color: COLORS.ink },
      }}
    >
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "center" }}>
        <div style={{ display: "flex", alignItems: "center", gap: 20 }}>
          <div
            style={{
              ...{ display: "flex", alignItems: "center", justifyContent: "center" },
              ...{ width: 56, height: 56, borderRadius: 14, background: COLORS.ink },
            }}
          >
            <div style={{ width: 8, height: 32, borderRadius: 4, background: COLORS.coin }} />
          </div>
          {nameDrawn}
        </div>
        {priceDrawn !== null && (
          <div style={{ display: "flex", padding: "6px 20px 0", borderRadius: 10, background: COLORS.coin }}>
            {priceDrawn}
          </div>
        )}
      </div>
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "flex-end" }}>
        <div style={{ display: "flex", flexDirection: "column", gap: 16 }}>
          {titleDrawn}
          {detailDrawn}
        </div>
        {figureDrawn}
      </div>
    </div>,
    SHARE_SIZE,
  );
}
