import type { SiteResponse } from "../site-response";
import { readAnswer } from "./answer";

/** The answer to a path that nobody can have made: what a site says to anything at all. */
export interface Control {
  path: string;
  answer: SiteResponse | null;
}

/**
 * Whether a control shows a match to be the site's answer to any path: its body is the same once each has lost its own
 * path, or it bears the same signature. Status, type and length prove nothing. Controls only suppress.
 */
export function isCatchAll(
  found: { path: string; text: string },
  controls: readonly Control[],
  bears: (text: string) => boolean,
): boolean {
  const own = withoutPath(found.text, found.path);
  return controls.some(({ path, answer }) => {
    const read = readAnswer(answer);
    return read.kind === "text" && (withoutPath(read.text, path) === own || bears(read.text));
  });
}

/** Whether a path and a control were both redirected, and to the same place: the site sends any path there. */
export function isSentAnywhere({ path, answer }: Control, controls: readonly Control[]): boolean {
  const sentTo = (asked: string, headers: Headers | undefined): string | null => {
    const location = headers?.get("location") ?? null;
    return location === null ? null : withoutPath(location, asked);
  };
  const own = sentTo(path, answer?.redirects?.[0]?.headers ?? answer?.headers);
  return own !== null && controls.some((control) => sentTo(control.path, control.answer?.headers) === own);
}

/** A page often quotes the path that was asked: plain, percent-encoded, or with JSON's escaped slashes. */
function withoutPath(text: string, path: string): string {
  const forms = [path, encodeURIComponent(path), path.replaceAll("/", "\\/"), path.slice(1)];
  return forms.reduce((rest, form) => (form === "" ? rest : rest.replaceAll(form, "")), text);
}
