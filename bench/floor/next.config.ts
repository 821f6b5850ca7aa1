import path from "node:path";
import { config as product } from "../../next.config";

/** As the product's, so that Next itself costs the same here; modules come from the product's folder. */
const config = { ...product, turbopack: { root: path.resolve(process.cwd(), "../..") } };
export default config;
