/** What can be shared by an address of its own: which page shows it, by which of its parameters, and how ids of it look. */
export const SHARED = {
  signal: { page: "/lounge/signal", parameter: "id", id: /^sig_[0-9a-f]{24}$/ },
  verdict: { page: "/accuracy", parameter: "day", id: /^\d{4}-\d{2}-\d{2}$/ },
  scan: { page: "/security", parameter: null, id: /^own$/ },
} as const;
export type SharedKind = keyof typeof SHARED;

export const isSharedKind = (kind: string): kind is SharedKind => Object.hasOwn(SHARED, kind);

/** The image of one thing. */
export const shareImage = (kind: SharedKind, id: string): string => `/share/${kind}/${id}.png`;
