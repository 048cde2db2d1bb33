import { Menu } from '@mantine/core';
import { updateMe } from '../../client/generated/sdk.gen.ts';
import { type Locale, localeNames, locales } from '../../messages/locales.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';

/** The languages of the account menu. The choice is stored with the user; `useUserLanguage` applies it. */
export function LanguageMenu() {
  const me = useMe();
  const choose = useChange({
    nouns: ['me'],
    change: (language: Locale | null) => dataOf(updateMe({ client, body: { language } })),
  });
  const item = (language: Locale | null, label: string) => (
    <Menu.Item
      key={label}
      lang={language ?? undefined}
      aria-current={me.language === language ? 'true' : undefined}
      rightSection={me.language === language ? <Icon name="check" /> : undefined}
      onClick={() => choose.mutate(language)}
    >
      {label}
    </Menu.Item>
  );
  return (
    <>
      <Menu.Label>{t('shell.label.language')}</Menu.Label>
      {item(null, t('shell.label.browserLanguage'))}
      {locales.map((locale) => item(locale, localeNames[locale]))}
    </>
  );
}
