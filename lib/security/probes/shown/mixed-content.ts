import type { EffectivePolicy } from "@/lib/security/grade/csp-policy";
import { readTags, type Tag } from "@/lib/security/html";
import type { Finding } from "../finding";
import type { ShownAnswer } from "./shown-answer";

/** Where a page loads from or sends to, by tag; links count by their relation. */
const ADDRESS: ReadonlyMap<string, string> = new Map([
  ["script", "src"],
  ["iframe", "src"],
  ["embed", "src"],
  ["object", "data"],
  ["link", "href"],
  ["img", "src"],
  ["audio", "src"],
  ["video", "src"],
  ["source", "src"],
  ["form", "action"],
]);
const NAMES = new Set(ADDRESS.keys());
const PASSIVE = new Set(["img", "audio", "video", "source"]);
const LOADED_LINKS = /(?:^|\s)(?:stylesheet|preload|modulepreload|manifest)(?:\s|$)/i;

const isInsecure = ({ name, attributes }: Tag): boolean =>
  /^\s*http:\/\//i.test(attributes.get(ADDRESS.get(name) ?? "") ?? "") &&
  (name !== "link" || LOADED_LINKS.test(attributes.get("rel") ?? ""));

/** What a page over https loads or sends over plain http, unless its policy has browsers ask over https. */
export function mixedContentFindings(home: ShownAnswer, policy: EffectivePolicy): readonly Finding[] {
  if (policy.kind === "policy" && UPGRADES.some((directive) => policy.directives.has(directive))) return [];
  const insecure = readTags(home.text, NAMES).filter(isInsecure);
  const forms = insecure.filter(({ name }) => name === "form").length;
  const passive = insecure.filter(({ name }) => PASSIVE.has(name)).length;
  const active = insecure.length - forms - passive;
  const worst = forms > 0 ? "medium" : active > 0 ? "low" : "info";
  const parts = [
    ...(forms > 0 ? [`${forms} forms send over plain http`] : []),
    ...(active > 0
      ? [`${active} scripts, styles or frames come over plain http, which browsers refuse`]
      : []),
    ...(passive > 0 ? [`${passive} images or media come over plain http`] : []),
  ];
  if (parts.length === 0) return [];
  return [
    {
      category: "transport",
      severity: worst,
      title: "Mixed content",
      detail: `On the homepage ${parts.join("; ")}.`,
      remediation:
        "Write these addresses with https, or send Content-Security-Policy: upgrade-insecure-requests.",
    },
  ];
}

const UPGRADES = ["upgrade-insecure-requests", "block-all-mixed-content"];
