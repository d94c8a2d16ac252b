import { build, installPackages, refuseOldNode } from "./set-up.mjs";

/** `npm run build`: what `npm start` does before it serves. */
refuseOldNode();
await installPackages();
await build();
