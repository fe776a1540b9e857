// Pi reads this file itself, as TypeScript, and gives it its own copy of the first import. From compiled JavaScript in
// node_modules, which Node loads, that import would find nothing.
import { completeSimple } from "@earendil-works/pi-ai";
import { piExtension } from "../dist/pi.mjs";

export default piExtension({ completeSimple });
