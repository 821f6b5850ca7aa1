/** No circles, those of types included: who reads one file of a circle has to read them all. */
import cruiser from "./.dependency-cruiser.cjs";

/** @type {import('dependency-cruiser').IConfiguration} */
const config = {
  forbidden: [{ name: "no-circles", severity: "error", from: {}, to: { circular: true } }],
  options: { ...cruiser.options, tsPreCompilationDeps: true },
};
export default config;
