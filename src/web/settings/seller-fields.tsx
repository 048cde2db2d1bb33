import { TextInput } from '@mantine/core';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';

/** The settings that identify the seller in ads.txt, sellers.json and adagents.json. */
export type SellerValues = {
  readonly sellerDomain: string | null;
  readonly sellerContactEmail: string | null;
  readonly sellerContactAddress: string | null;
};

const fields = [
  { name: 'sellerDomain', label: 'settings.label.sellerDomain', hint: 'settings.hint.sellerDomain' },
  { name: 'sellerContactEmail', label: 'settings.label.sellerEmail', hint: 'settings.hint.sellerEmail' },
  { name: 'sellerContactAddress', label: 'settings.label.sellerAddress', hint: 'settings.hint.sellerAddress' },
] as const;

/** Domain and contact of the seller. */
export function SellerFields(props: {
  readonly values: SellerValues;
  readonly change: (changes: Partial<SellerValues>) => void;
  readonly error: unknown;
  readonly disabled: boolean;
}) {
  const { values, change, error, disabled } = props;
  return fields.map(({ name, label, hint }) => (
    <TextInput
      key={name}
      label={t(label)}
      description={t(hint)}
      maxLength={255}
      disabled={disabled}
      value={values[name] ?? ''}
      onChange={({ currentTarget: { value } }) => change({ [name]: value === '' ? null : value })}
      error={fieldError(error, name)}
    />
  ));
}
