import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useSyncExternalStore } from 'react';
import type { CreatableType } from './api/choice-source.ts';
import { queryClient } from './api/query-client.ts';
import { router } from './routes.tsx';
import { theme, themeWithAccent } from './theme.ts';
import { Dialogs } from './ui/dialog/dialogs.tsx';
import { CreateForms } from './ui/field/create-form.ts';
import { Notices } from './ui/notice/notices.tsx';
import { useBrand } from './ui/page/brand.ts';
import { styleNonce } from './ui/page/style-nonce.ts';

/** The whole interface in the active language. A change of the language mounts it again, so that every text changes. */
export function LocalizedApp() {
  const locale = useSyncExternalStore(onLocale, activeLocale);
  const { shades } = useBrand();
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <DirectionProvider key={locale} detectDirection>
          <MantineProvider
            theme={shades === null ? theme : themeWithAccent(shades)}
            defaultColorScheme="auto"
            getStyleNonce={styleNonce}
          >
            <QueryClientProvider client={queryClient}>
              <Notices />
              <Dialogs />
              <CreateForms value={loadCreateForm}>
                <RouterProvider router={router} />
              </CreateForms>
            </QueryClientProvider>
          </MantineProvider>
        </DirectionProvider>
      </I18nProvider>
    </StrictMode>
  );
}

const loadCreateForm = async (type: CreatableType) => (await import('./create-forms.tsx')).loadCreateForm(type);
const onLocale = (listener: () => void) => i18n.on('change', listener);
const activeLocale = () => i18n.locale;
