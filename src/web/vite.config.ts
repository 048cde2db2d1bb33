import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messagesPlugin } from './messages-plugin.ts';

/** Where `npm run dev` serves management; `npm run dev:web` passes on to it what is no page. */
const management = 'http://localhost:8080';
const passedOn = ['/api', '/sign-in', '/sign-out', '/account', '/start.css', '/icon.svg', '/problems', '/health'];

/** Nothing with styles: theirs would come before those of Mantine, and in which order they come decides which holds. */
const isShared = /node_modules(?!.*[.]css)|src\/(?:web\/api|core)/;
const opensLater = /\/(?:Modal|ModalBase|FocusTrap)\/|react-remove-scroll|react-style-singleton|use-sidecar/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), messagesPlugin()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The first view is measured, compressed, by a test of its own.
    reportCompressedSize: false,
    // What is small would be written into the page as a data: address, which the policy for fonts and scripts refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What most pages share comes in one file, not in thirty that each wait for their turn; but not what opens later.
            {
              name: 'shared',
              test: (id) => isShared.test(id) && !opensLater.test(id),
              minShareCount: 20,
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
