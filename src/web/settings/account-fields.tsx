import { TextInput } from '@mantine/core';
import { type Locale, localeNames, locales } from '../../messages/locales.ts';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { Select } from '../ui/field/selects.tsx';

/** The settings that describe the account. */
export type AccountValues = {
  readonly accountName: string | null;
  readonly currency: string;
  /** Null: the time zone of the browser. */
  readonly timeZone: string | null;
  readonly defaultLanguage: Locale;
};

type Props = {
  readonly values: AccountValues;
  readonly change: (changes: Partial<AccountValues>) => void;
  readonly error: unknown;
  readonly disabled?: boolean;
  /** Whether the first field has the focus when the page opens. */
  readonly autoFocus?: boolean;
};

const currencies = Intl.supportedValuesOf('currency');
const zones = Intl.supportedValuesOf('timeZone');
const shownOptions = 60;

/** Name, currency, time zone and language of the account. */
export function AccountFields({ values, change, error, disabled = false, autoFocus = false }: Props) {
  return (
    <>
      <TextInput
        label={t('settings.label.accountName')}
        description={t('settings.hint.accountName')}
        autoFocus={autoFocus}
        maxLength={255}
        disabled={disabled}
        value={values.accountName ?? ''}
        onChange={({ currentTarget: { value } }) => change({ accountName: value === '' ? null : value })}
        error={fieldError(error, 'accountName')}
      />
      <Select
        label={t('settings.label.currency')}
        description={t('settings.hint.currency')}
        data={withValue(currencies, values.currency)}
        searchable
        limit={shownOptions}
        allowDeselect={false}
        disabled={disabled}
        value={values.currency}
        onChange={(currency) => currency !== null && change({ currency })}
        error={fieldError(error, 'currency')}
      />
      <Select
        label={t('settings.label.timeZone')}
        description={t('settings.hint.timeZone')}
        placeholder={t('settings.placeholder.timeZone')}
        data={withValue(zones, values.timeZone)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common.action.clearField', { label: t('settings.label.timeZone') }) }}
        limit={shownOptions}
        disabled={disabled}
        value={values.timeZone}
        onChange={(zone) => change({ timeZone: zone })}
        error={fieldError(error, 'timeZone')}
      />
      <Select
        label={t('settings.label.defaultLanguage')}
        description={t('settings.hint.defaultLanguage')}
        data={locales.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        value={values.defaultLanguage}
        disabled={disabled}
        allowDeselect={false}
        onChange={(language) => language !== null && change({ defaultLanguage: language })}
        error={fieldError(error, 'defaultLanguage')}
      />
    </>
  );
}

/** The options, and a stored value that this browser does not know. */
function withValue(options: readonly string[], value: string | null): string[] {
  return value === null || options.includes(value) ? [...options] : [value, ...options];
}
