import localFont from "next/font/local";

/**
 * Latin alone, so that a phone has the letters of every page after 53 KB. Others are set in the reader's own font: what is
 * written here is English, and what strangers write in the lounge is little. Letters that come late are for the next page: those
 * of another width would move what is being read.
 */
export const sans = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  display: "optional",
});

export const mono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  display: "optional",
  adjustFontFallback: false, // it would be as wide as Arial, which is set in other widths
});
