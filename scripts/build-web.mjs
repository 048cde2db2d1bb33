// `npm run web`: builds the web interface into dist/web, from which management serves it. `npm start` does it by itself.
import { buildWeb } from './bootstrap/build-web.mjs';
import { findNode } from './bootstrap/find-node.mjs';
import { installPackages } from './bootstrap/install-packages.mjs';

await installPackages('all');
await buildWeb(findNode());
