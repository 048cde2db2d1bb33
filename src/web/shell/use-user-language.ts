import { useEffect } from 'react';
import { useMe } from '../api/use-me.ts';
import { changeLocale } from '../i18n/activate-locale.ts';
import { userLocale } from '../i18n/interface-locale.ts';

/** Activates the language of the user's setting, else of the browser, else of the account. */
export function useUserLanguage(): void {
  const { language, defaultLanguage } = useMe();
  useEffect(() => {
    void changeLocale(userLocale({ language, defaultLanguage }));
  }, [language, defaultLanguage]);
}
