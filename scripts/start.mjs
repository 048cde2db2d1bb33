// `npm start`: installs what the server needs, once, and runs it on the pinned Node. Runs on Node 20 without packages.
import { findNode, NodeError } from './bootstrap/find-node.mjs';
import { InstallError, installPackages } from './bootstrap/install-packages.mjs';
import { pathOf, root } from './bootstrap/repository.mjs';
import { runInPlace } from './bootstrap/run-in-place.mjs';

try {
  await installPackages('production');
  runInPlace(findNode(), [pathOf('bin/placard.mjs'), 'serve', ...process.argv.slice(2)], { cwd: root });
} catch (error) {
  if (!(error instanceof InstallError || error instanceof NodeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
