// `npm start`: installs the packages of the server and builds the web interface if needed, and runs the server on the
// pinned Node. Works with Node 20 without packages.
import { buildWeb, WebBuildError } from './bootstrap/build-web.mjs';
import { findNode, NodeError } from './bootstrap/find-node.mjs';
import { InstallError, installPackages } from './bootstrap/install-packages.mjs';
import { replaceProcess } from './bootstrap/replace-process.mjs';
import { pathOf, root } from './bootstrap/repository.mjs';

try {
  await installPackages('production');
  const node = findNode();
  await buildWeb(node);
  replaceProcess(node, [pathOf('bin/placard.mjs'), 'serve', ...process.argv.slice(2)], { cwd: root });
} catch (error) {
  if (!(error instanceof InstallError || error instanceof NodeError || error instanceof WebBuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
