/** The file that `npm start` runs: what scripts/bundle-host.ts makes of host/main.ts. */
export const HOST_BUNDLE = "dist/main.mjs";

/** Packages that the bundle asks for as it starts. They are installed wherever it runs. */
export const EXTERNAL = ["next", "@next/env", "prom-client", "tiny-secp256k1"];
