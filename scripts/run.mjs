// `node scripts/run.mjs <script and flags>`: runs a script of this repository on the pinned Node with all packages
// installed, independent of the machine's Node and npm.
import { environmentOf, findNode } from './bootstrap/find-node.mjs';
import { installPackages } from './bootstrap/install-packages.mjs';
import { replaceProcess } from './bootstrap/replace-process.mjs';
import { root } from './bootstrap/repository.mjs';

await installPackages('all');
const node = findNode();
replaceProcess(node, process.argv.slice(2), { cwd: root, env: environmentOf(node) });
