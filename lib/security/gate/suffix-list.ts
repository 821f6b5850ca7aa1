/** What the gate asks of a list of public suffixes. */
export interface SuffixList {
  /** The part of a name that somebody registered, such as `example.co.uk`; null where there is none. */
  registrableDomain(host: string): string | null;
  /** Whether nobody registers this very name, because names are registered under it, or because its top level is none. */
  isPublicSuffix(host: string): boolean;
}

/**
 * No list, for whoever asks only whether a name may be asked for at all: two labels are a site. What is registered under
 * `co.uk` it does not know, so nothing may be counted or allowed by it. The list itself weighs more than a desk.
 */
export const NO_LIST: SuffixList = {
  registrableDomain: (host) => (host.includes(".") ? host.split(".").slice(-2).join(".") : null),
  isPublicSuffix: () => false,
};
