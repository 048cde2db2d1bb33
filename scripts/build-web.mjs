// `npm run web`: builds the web interface into dist/web, from which management serves it. `npm start` includes this.
import { buildWeb } from './bootstrap/build-web.mjs';
import { findNode } from './bootstrap/find-node.mjs';
import { installPackages } from './bootstrap/install-packages.mjs';

// The build tools are in `dependencies`, so the image and `npm start` need no development packages.
await installPackages('production');
await buildWeb(findNode());
