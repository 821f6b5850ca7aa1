/** No circles, those of types included: who reads one file of a circle has to read them all. */
const { options } = require("./.dependency-cruiser.cjs");

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [{ name: "no-circles", severity: "error", from: {}, to: { circular: true } }],
  options: { ...options, tsPreCompilationDeps: true },
};
