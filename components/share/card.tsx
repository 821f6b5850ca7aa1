import { readFileSync } from "node:fs";
import path from "node:path";
import { ImageResponse } from "next/og";

/** What previews of links show: 1.91 to 1, as they crop it. */
export const SHARE_SIZE = { width: 1200, height: 630 };

const font = (file: string): Buffer =>
  readFileSync(path.join(process.cwd(), "node_modules/geist/dist/fonts/geist-sans", file));

interface ShareCard {
  name: string;
  title: string;
  /** A line below the title. */
  detail: string;
  /** "$0.02"; left out where nothing is sold by itself. */
  price?: string;
}

/** A share image, drawn while the site is built, in the fonts that the site itself ships. Nothing of a reader's is in it. */
export const shareCard = ({ name, title, detail, price }: ShareCard): ImageResponse =>
  new ImageResponse(
    <div
      style={{
        ...{ display: "flex", flexDirection: "column", justifyContent: "space-between" },
        ...{ width: "100%", height: "100%", padding: 72, background: "#0d0f10", color: "#eceeef" },
        fontFamily: "Geist",
      }}
    >
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "center", fontSize: 36 }}>
        <div style={{ display: "flex", alignItems: "center", gap: 20 }}>
          <div
            style={{
              ...{ display: "flex", alignItems: "center", justifyContent: "center" },
              ...{ width: 56, height: 56, borderRadius: 14, background: "#eceeef" },
            }}
          >
            <div style={{ width: 8, height: 32, borderRadius: 4, background: "#ffb224" }} />
          </div>
          {name}
        </div>
        {price !== undefined && (
          <div style={{ padding: "8px 20px", borderRadius: 10, background: "#ffb224", color: "#1c1402" }}>
            {price}
          </div>
        )}
      </div>
      <div style={{ display: "flex", flexDirection: "column", gap: 24 }}>
        <div style={{ fontSize: 84, fontWeight: 600, letterSpacing: -3, lineHeight: 1.05 }}>{title}</div>
        <div style={{ fontSize: 34, color: "#9ba4aa", lineHeight: 1.35 }}>{detail}</div>
      </div>
    </div>,
    {
      ...SHARE_SIZE,
      fonts: [
        { name: "Geist", data: font("Geist-Regular.ttf"), weight: 400 },
        { name: "Geist", data: font("Geist-SemiBold.ttf"), weight: 600 },
      ],
    },
  );
