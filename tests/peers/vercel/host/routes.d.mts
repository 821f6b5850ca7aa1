/** A condition as a build writes it down, of a kind that this host knows or not. */
export interface Condition {
  type: string;
  key?: string;
  value?: unknown;
}

export interface Rule {
  src?: string;
  dest?: string;
  caseSensitive?: boolean;
  methods?: string[];
  has?: Condition[];
  missing?: Condition[];
}

export interface Found {
  match: RegExpExecArray;
  groups: Record<string, string>;
}

export function phasesOf(config: { routes: Rule[] }): { first: (Rule & { pattern: RegExp })[] };
export function matchRule(
  rule: Rule & { pattern: RegExp },
  path: string,
  request: { method: string; url: URL; headers: Headers },
): Found | null;
export function filled(text: string, found: Found): string;
