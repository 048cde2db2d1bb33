import { defineConfig } from 'vite';

/** Builds the tag as one script without exports. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: '../../dist/tag',
    emptyOutDir: true,
    target: 'es2020',
    reportCompressedSize: false,
    lib: { entry: 'tag.ts', formats: ['iife'], name: 'placardTag', fileName: () => 'placard.js' },
  },
});
