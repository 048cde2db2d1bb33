/*
 * The web interface: a React application that calls the published API and nothing else.
 *
 * - `main.tsx` starts it. `routes.tsx`, `all-page-routes.ts`: addresses of pages (the second is generated).
 *   `theme.ts`: Mantine.
 * - One folder per subject, `ui` for components, `api` for queries and drafts, `words` for labels, `shell` for the
 *   frame.
 *
 * See docs/internals/web-interface.md.
 */

import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import './theme.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { router } from './routes.tsx';
import { theme } from './theme.ts';
import { Dialogs } from './ui/dialog/dialogs.tsx';
import { Notices } from './ui/notice/notices.tsx';
import { styleNonce } from './ui/page/style-nonce.ts';

// Dialogs that keep the page behind them from scrolling look for it under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

const place = document.getElementById('root');
if (place === null) throw new Error('The document has no element #root');
const root = createRoot(place);
// In slices, so that the browser can do something else between them.
startTransition(() =>
  root.render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
        <QueryClientProvider client={queryClient}>
          <Notices />
          <Dialogs />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);
