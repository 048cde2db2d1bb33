/*
 * The web interface: a React application that uses only the published API.
 *
 * - `main.tsx` starts it. `localized-app.tsx`: the providers. `routes.tsx`, `all-page-routes.ts` (generated): pages.
 *   `theme.ts`: Mantine. `messages-plugin.ts`: compiles the message catalog for the build. `code-splitting.ts`: the files
 *   of the build.
 * - One folder per subject, `ui` for components, `api` for queries and drafts, `labels` for formats, `i18n` for the
 *   language, `shell` for the frame.
 *
 * See docs/internals/web-interface.md.
 */

import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import './theme.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { activateLocale } from './i18n/activate-locale.ts';
import { startLocale } from './i18n/interface-locale.ts';
import { LocalizedApp } from './localized-app.tsx';
import { router } from './routes.tsx';
import { applyDensity, storedDensity } from './shell/density.ts';
import { styleNonce } from './ui/page/style-nonce.ts';

// The scroll lock of dialogs reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

// The content security policy forbids `eval`, with which Zod would compile schemas.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

applyDensity(storedDensity());
const container = document.getElementById('root');
if (container === null) throw new Error('The document has no element #root');
const root = createRoot(container);
// The page and its data load at the same time as the messages.
void router.load();
await activateLocale(startLocale());
// A transition renders in slices, so that the browser stays responsive.
startTransition(() => root.render(<LocalizedApp />));
