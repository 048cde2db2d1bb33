#!/usr/bin/env node
import { fileURLToPath } from 'node:url';

// Checks the Node that runs us before anything newer than that Node is read.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Placard needs Node 22.19 or newer; this is Node ${process.versions.node} (${process.execPath}). ` +
      'In a clone, "npm start" brings the right one.\n',
  );
  process.exit(1);
}
// Compiled code is kept, since compiling takes most of a start. Where it cannot be kept, the start is only slower.
const { enableCompileCache } = await import('node:module');
enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)));
await import('../src/main/main.ts');
