import { HOUR, isoDate, dayOf } from "../market/calendar";

/** RFC 822, as feeds date their items: "Fri, 25 Sep 2026 16:22:09 +0000"; `zone` in hours east, or the word GMT. */
export function rfc822(at: number, zone: number | "GMT"): string {
  if (zone === "GMT") return new Date(at).toUTCString();
  const offset = `${zone < 0 ? "-" : "+"}${String(Math.abs(zone)).padStart(2, "0")}00`;
  return new Date(at + zone * HOUR).toUTCString().replace("GMT", offset);
}

/** The path "2026/09/25" of a moment's UTC date. */
export const datePath = (at: number): string => isoDate(dayOf(at)).replaceAll("-", "/");
