import { defineConfig } from 'vite';

/** Builds one script without exports: the tag, or in mode `conversion` the script of conversions. */
export default defineConfig(({ mode }) => {
  const isConversion = mode === 'conversion';
  const script = isConversion
    ? { entry: 'conversion.ts', name: 'placardConversion', fileName: () => 'conversion.js' }
    : { entry: 'tag.ts', name: 'placardTag', fileName: () => 'placard.js' };
  return {
    root: import.meta.dirname,
    build: {
      outDir: '../../dist/tag',
      emptyOutDir: !isConversion,
      target: 'es2020',
      reportCompressedSize: false,
      lib: { ...script, formats: ['iife'] },
    },
  };
});
