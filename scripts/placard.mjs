// `npm run placard -- <command>`: runs the command line on the pinned Node. It needs no more packages than the server.
import { environmentOf, findNode } from './bootstrap/find-node.mjs';
import { installPackages } from './bootstrap/install-packages.mjs';
import { replaceProcess } from './bootstrap/replace-process.mjs';
import { pathOf, root } from './bootstrap/repository.mjs';

await installPackages('production');
const node = findNode();
replaceProcess(node, [pathOf('bin/placard.mjs'), ...process.argv.slice(2)], { cwd: root, env: environmentOf(node) });
