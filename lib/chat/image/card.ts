import { textToBase64 } from "@/lib/http/base64";
import { escapeXml } from "@/lib/http/escape-xml";
import type { Figure } from "../words/section";

const WIDTH = 800;
const ROW = 44;
const TOP = 96;
const BOTTOM = 56;
const LEFT = 230;
const RIGHT = 130;
const MOST = 8;

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/**
 * The figures of an answer as bars, as a data URI; null where there are none. `label` says what it is: a card drawn by
 * rules from what the desks read, and no picture that a model made.
 */
export function chartCard(title: string, label: string, figures: readonly Figure[]): string | null {
  const shown = figures.slice(0, MOST);
  if (shown.length === 0) return null;
  const height = TOP + shown.length * ROW + BOTTOM;
  const most = Math.max(...shown.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  const mixed = shown.some(({ value }) => value < 0) && shown.some(({ value }) => value > 0);
  const span = WIDTH - LEFT - RIGHT;
  const zero = mixed ? LEFT + span / 2 : LEFT;
  const scale = (mixed ? span / 2 : span) / most;
  const bars = shown.map(({ label: name, value, shown: said }, index) => {
    const y = TOP + index * ROW;
    const length = Math.max(1, Math.abs(value) * scale);
    const x = mixed && value < 0 ? zero - length : zero;
    return (
      `<text x="${LEFT - 12}" y="${y + 22}" text-anchor="end" fill="#c9d1d9">${escapeXml(cut(name, 26))}</text>` +
      `<rect x="${x.toFixed(1)}" y="${y + 6}" width="${length.toFixed(1)}" height="22" rx="3" fill="${value < 0 ? "#e5534b" : "#3fb950"}"/>` +
      `<text x="${WIDTH - 16}" y="${y + 22}" text-anchor="end" fill="#f0f6fc">${escapeXml(cut(said, 16))}</text>`
    );
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="16" role="img" aria-label="${escapeXml(title)}">` +
    `<rect width="${WIDTH}" height="${height}" fill="#0d1117"/>` +
    `<text x="24" y="44" font-size="22" font-weight="600" fill="#f0f6fc">${escapeXml(cut(title, 60))}</text>` +
    bars.join("") +
    `<text x="24" y="${height - 22}" font-size="13" fill="#8b949e">${escapeXml(cut(label, 110))}</text></svg>`;
  return `data:image/svg+xml;base64,${textToBase64(svg)}`;
}
