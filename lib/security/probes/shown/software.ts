import { readTags } from "@/lib/security/html";
import { untrustedText } from "@/lib/security/untrusted-text";
import type { Finding } from "../finding";
import type { ShownAnswer } from "./shown-answer";

/** What servers write below their own error pages. */
const FOOTERS: readonly RegExp[] = [
  /<hr><center>((?:nginx|openresty|Tengine)\/\d[\w.-]{0,32})<\/center>/i,
  /<address>(Apache\/\d[^<]{0,120}?) Server at /,
  /<h3>(Apache Tomcat\/\d[\w.-]{0,32})/,
  />(Jetty:\/\/ ?\d[\w.-]{0,32})</,
  /<b>Version Information:<\/b>&nbsp;(Microsoft \.NET Framework Version:\d[\d.]{0,32})/,
];

const NAMES = new Set(["meta"]);

/** The generator that a page names with its version. */
function generators(html: string): readonly string[] {
  return readTags(html, NAMES).flatMap(({ attributes }) => {
    const content = attributes.get("content") ?? "";
    const names = (attributes.get("name") ?? "").trim().toLowerCase() === "generator";
    return names && /\d/.test(content) ? [content] : [];
  });
}

/** The finding for software that pages name with its version, if any does. */
export function softwareFindings(
  answers: readonly ShownAnswer[],
  home: ShownAnswer | undefined,
): readonly Finding[] {
  const footers = answers
    .filter(({ status }) => status >= 400)
    .flatMap(({ text }) => FOOTERS.flatMap((footer) => footer.exec(text)?.[1] ?? []));
  const named = [...new Set([...(home === undefined ? [] : generators(home.text)), ...footers])]
    .map((name) => untrustedText(name).slice(0, 80))
    .filter((name) => name !== "");
  if (named.length === 0) return [];
  return [
    {
      category: "disclosure",
      severity: "info",
      title: "Pages name the software behind the site",
      detail: untrustedText(named.slice(0, 4).join("; ")),
      remediation:
        "Remove the generator tag and the version from error pages, and keep the software current.",
    },
  ];
}
