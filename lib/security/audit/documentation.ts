/** The frame of the samples. */
export const sampleFrame = {
  ok: true as const,
  target: "https://www.example.com",
  host: "www.example.com",
  auditedAt: "2026-10-07T14:02:11.000Z",
  cached: null,
  connection: { pinned: true },
  notTested: ["DNS records such as CAA, DNSSEC, SPF and DMARC."],
  notes: [],
  access: {
    tier: "Guest" as const,
    liveCeiling: "Guest" as const,
    tcxLaunched: false,
    legalNotice: "A passive check: it asks for public addresses only, signs in nowhere and exploits nothing.",
  },
  signature: null,
};

export const sampleRequest = {
  target: "https://www.example.com",
  allowlist: ["www.example.com"],
  authorized: true,
};
