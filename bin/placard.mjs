#!/usr/bin/env node
import { fileURLToPath } from 'node:url';

// Checks the Node.js version before loading code that requires a newer one.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Placard needs Node 22.19 or newer; this is Node ${process.versions.node} (${process.execPath}). ` +
      'In a clone, "npm start" brings the right one.\n',
  );
  process.exit(1);
}
// Caches compiled code, because compiling takes most of the start. Without a writable cache the start is only slower.
const { enableCompileCache } = await import('node:module');
enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)));
await import('../src/main/main.ts');
