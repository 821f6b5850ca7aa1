import path from "node:path";

/** Next is the product's own, in the folder above; what the product's answers carry from its configuration, these don't. */
const config = {
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: path.resolve(process.cwd(), "../../..") },
};
export default config;
