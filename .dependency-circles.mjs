/**
 * No circles, those of types included: who reads one file of a circle has to read them all. And what is imported is there,
 * for its types as well.
 */
import cruiser from "./.dependency-cruiser.cjs";

/** @type {import('dependency-cruiser').IConfiguration} */
const config = {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "chains-know-no-payment",
      comment: "in types neither",
      severity: "error",
      from: { path: "^lib/chains/" },
      to: { path: "^lib/payments/" },
    },
    {
      name: "no-unresolved",
      severity: "error",
      from: { pathNot: "bindings\\.ts$" },
      to: { couldNotResolve: true },
    },
  ],
  options: { ...cruiser.options, tsPreCompilationDeps: true },
};
export default config;
