import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { environmentOf } from './find-node.mjs';
import { showProgress } from './progress.mjs';
import { pathOf, root } from './repository.mjs';

/** The web interface could not be built. The message is the output of the builder. */
export class WebBuildError extends Error {}

/** Inputs of the build. */
const sources = ['src/web', 'src/tag', 'src/client', 'src/contract', 'src/core', 'src/messages'];
/** Arguments of each build, in order: the first of a folder clears it. */
const builds = [
  ['--config', 'src/tag/vite.config.ts'],
  ['--config', 'src/tag/vite.config.ts', '--mode', 'conversion'],
  ['--config', 'src/web/vite.config.ts'],
];
const stampFile = pathOf('dist/web.stamp');
const compressed = /\.(js|css|svg|html)$/;

/**
 * Builds the web interface into dist/web, from which management serves it, and the scripts of pages into dist/tag, from
 * which delivery serves them. Does nothing if they are up to date.
 * @param {string} node the Node to build on
 */
export async function buildWeb(node) {
  const print = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === print) return;
  const done = showProgress('Building the web interface', 'a few seconds');
  for (const build of builds) {
    const { code, text } = await runVite(node, build);
    if (code === 0) continue;
    done('Building the web interface failed');
    throw new WebBuildError(text.trimEnd());
  }
  for (const file of [...filesIn('dist/web/assets'), ...filesIn('dist/tag')]) {
    if (compressed.test(file)) compress(pathOf(file));
  }
  mkdirSync(pathOf('dist'), { recursive: true });
  writeFileSync(stampFile, print);
  done('Web interface built');
}

function fingerprint() {
  const hash = createHash('sha256');
  const files = sources.flatMap(filesIn).filter((file) => !file.includes('.test.'));
  for (const file of [...files.sort(), 'package-lock.json'])
    hash.update(`${file}\0`).update(readFileSync(pathOf(file)));
  return hash.digest('hex');
}

/** Returns the paths of all files in a folder and its subfolders, relative to the repository. */
function filesIn(folder) {
  return readdirSync(pathOf(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

/** Compresses files at build time instead of per request. */
function compress(file) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
}

function runVite(node, options) {
  const script = [pathOf('node_modules/vite/bin/vite.js'), 'build', ...options];
  return new Promise((resolve) => {
    const child = spawn(node, [...script, '--logLevel', 'warn'], {
      cwd: root,
      env: environmentOf(node),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.once('error', (error) => resolve({ code: 1, text: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, text }));
  });
}
