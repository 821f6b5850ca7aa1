/** What is said of a signature that this browser could not check, for whichever reason; it is neither good nor bad. */
export const UNCHECKED = {
  not_supported: {
    tone: "unknown",
    label: "Signature not checked",
    text: "This browser can't check Ed25519 signatures. A newer one can.",
  },
  no_keys: {
    tone: "unknown",
    label: "Signature not checked",
    text: "The service's keys could not be read just now. Reload the page to try again.",
  },
} as const;
