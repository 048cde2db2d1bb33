import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messagesPlugin } from './messages-plugin.ts';

/** Address of management started by `npm run dev`. `npm run dev:web` proxies requests other than pages to it. */
const management = 'http://localhost:8080';
const passedOn = ['/api', '/sign-in', '/sign-out', '/account', '/start.css', '/icon.svg', '/problems', '/health'];

/** Styles stay in the file of the module that imports them, after those of Mantine: the order determines precedence. */
const isScript = (id: string) => !/[.]css/.test(id);
const opensLater = /\/(?:Modal|ModalBase|FocusTrap|Overlay)\/|react-remove-scroll|react-style-singleton|use-sidecar/;
/** Parts of the interface that load a module, from which it is in the common file. More: larger pages. Less: more files. */
const commonFrom = 16;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), messagesPlugin()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // A separate test measures the compressed size of the first view.
    reportCompressedSize: false,
    // Disables inlining of small files as data: URLs, which the content security policy refuses for fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file for the frame and one for the code of most pages, instead of sixty small files in sequence.
          groups: [
            { name: 'initial', tags: ['$initial'], test: isScript, priority: 1 },
            { name: 'shared', test: (id) => isScript(id) && !opensLater.test(id), minShareCount: commonFrom },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(passedOn.map((path) => [path, { target: management, changeOrigin: false }])),
  },
});
