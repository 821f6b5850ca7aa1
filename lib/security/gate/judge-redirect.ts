import type { Problem } from "./problem";
import { isOn } from "./is-on";
import { type GateOptions, judgeTarget, type ScanTarget } from "./judge-target";
import { MAX_LENGTH } from "./raw-target";

/** What becomes of a redirect that a target answered with. Only its own origin is followed. */
export type RedirectVerdict =
  | { kind: "same-origin"; url: URL }
  /** Another public site, or this one under another scheme or port: reported, not followed. */
  | { kind: "elsewhere"; origin: string }
  /** A target that may not be requested; reported without its address. */
  | { kind: "forbidden"; problems: readonly Problem[] };

const unreadable = { code: "target_malformed", message: "The redirect's address can't be read." } as const;

/**
 * Judges `Location`, read against the address that answered with it. The whole gate looks at each, so that a report
 * distinguishes a redirect into a private network from one to another site. What is longer than a target may be is refused
 * unread: any site writes it.
 */
export function judgeRedirect(
  location: string,
  from: URL,
  target: ScanTarget,
  gate: GateOptions,
): RedirectVerdict {
  if (location.length > MAX_LENGTH || !URL.canParse(location, from.href))
    return { kind: "forbidden", problems: [unreadable] };
  const url = new URL(location, from);
  url.hash = "";
  if (url.username !== "" || url.password !== "")
    return {
      kind: "forbidden",
      problems: [{ code: "credentials", message: "The redirect carries credentials." }],
    };
  if (isOn(url, target.origin)) return { kind: "same-origin", url };
  // A plain-http address of a public name is judged by its name: that it is plain is the finding.
  const verdict = judgeTarget(url.protocol === "http:" ? `https://${url.host}` : url.href, {
    ...gate,
    selfAudit: false,
  });
  return verdict.ok
    ? { kind: "elsewhere", origin: url.origin }
    : { kind: "forbidden", problems: verdict.problems };
}
