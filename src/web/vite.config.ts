import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messagesPlugin } from './messages-plugin.ts';

/** Address of management started by `npm run dev`. `npm run dev:web` proxies requests other than pages to it. */
const management = 'http://localhost:8080';
const passedOn = ['/api', '/sign-in', '/sign-out', '/account', '/start.css', '/icon.svg', '/problems', '/health'];

/**
 * Excludes modules with style sheets. Their styles would precede those of Mantine, and the order determines precedence.
 */
const isShared = /node_modules(?!.*[.]css)|src\/(?:web\/api|core)/;
const opensLater = /\/(?:Modal|ModalBase|FocusTrap|Overlay)\/|react-remove-scroll|react-style-singleton|use-sidecar/;

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
          groups: [
            // Bundles the code shared by most pages in one file instead of thirty sequential requests, without code
            // that is loaded later.
            {
              name: 'shared',
              test: (id) => isShared.test(id) && !opensLater.test(id),
              minShareCount: 29,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(passedOn.map((path) => [path, { target: management, changeOrigin: false }])),
  },
});
