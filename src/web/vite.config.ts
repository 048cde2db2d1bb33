import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codeGroups, preloadMain } from './code-splitting.ts';
import { messagesPlugin } from './messages-plugin.ts';

/** Address of management started by `npm run dev`. `npm run dev:web` proxies requests other than pages to it. */
const management = 'http://localhost:8080';
const passedOn = ['/api', '/sign-in', '/sign-out', '/account', '/start.css', '/icon.svg', '/problems', '/health'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), messagesPlugin(), preloadMain],
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
        codeSplitting: { groups: codeGroups },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(passedOn.map((path) => [path, { target: management, changeOrigin: false }])),
  },
});
