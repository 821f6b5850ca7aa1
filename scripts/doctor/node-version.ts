const partsOf = (version: string): number[] => version.replace(/^\D+/, "").split(".").map(Number);

/** Returns whether one version is at least another, part by part. */
function isAtLeast(version: readonly number[], least: readonly number[]): boolean {
  for (const [index, part] of least.entries()) {
    const own = version[index] ?? 0;
    if (own !== part) return own > part;
  }
  return true;
}

/** Returns whether a version, such as v22.13.0, is in a range of `engines`: `^a.b.c` and `>=a.b.c`, joined by `||`. */
export const isWithin = (version: string, range: string): boolean =>
  range.split("||").some((one) => {
    const [own, least] = [partsOf(version), partsOf(one.trim())];
    return isAtLeast(own, least) && (one.trim().startsWith(">=") || own[0] === least[0]);
  });
