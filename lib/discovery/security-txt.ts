import type { Site } from "./site";

/** RFC 9116 advises less than a year; what is left is time to notice that nothing was built for long. */
const DAYS = 350;

/**
 * `/.well-known/security.txt` (RFC 9116); null without a contact, since a file without one would break the standard.
 * `Canonical` must be https, so it is left out where the service is reached by plain http.
 */
export function securityTxt({ contact, origin }: Site, now: Date): string | null {
  if (contact === null) return null;
  const expires = new Date(now);
  expires.setUTCDate(expires.getUTCDate() + DAYS);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${contact}`,
    `Expires: ${expires.toISOString().replace(".000Z", "Z")}`,
    "Preferred-Languages: en",
    ...(origin.startsWith("https://") ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
