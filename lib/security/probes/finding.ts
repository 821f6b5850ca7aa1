/** How much a finding matters, least first. */
export const SEVERITIES = ["info", "low", "medium", "high"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a finding is about, in the order of a report. */
export const CATEGORIES = ["transport", "cookies", "cors", "headers", "exposedFiles", "disclosure"] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Finding {
  category: Category;
  severity: Severity;
  title: string;
  /** What was seen. Never a secret's value: names and counts only. */
  detail: string;
  remediation: string;
}

/** The grade of a surface, best first. */
export const SURFACE_GRADES = ["minimal", "clear", "moderate", "watch", "elevated"] as const;
export type SurfaceGrade = (typeof SURFACE_GRADES)[number];

/** By the worst finding: none is minimal, info clear, low moderate, medium watch, high elevated. */
export function surfaceGrade(findings: readonly Finding[]): SurfaceGrade {
  const worst = Math.max(-1, ...findings.map(({ severity }) => SEVERITIES.indexOf(severity)));
  return SURFACE_GRADES[worst + 1] ?? "elevated";
}

export function severityCounts(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { info: 0, low: 0, medium: 0, high: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** The same by what they are about; every category is there. */
export function categoryCounts(findings: readonly Finding[]): Record<Category, Record<Severity, number>> {
  const of = (category: Category) => severityCounts(findings.filter((one) => one.category === category));
  return {
    transport: of("transport"),
    cookies: of("cookies"),
    cors: of("cors"),
    headers: of("headers"),
    exposedFiles: of("exposedFiles"),
    disclosure: of("disclosure"),
  };
}
