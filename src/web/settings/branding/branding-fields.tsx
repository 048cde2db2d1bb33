/*
 * Branding in the settings: logo, accent color, sign-in image, sender name.
 *
 * - `branding-fields.tsx`: the fields. `branding-file.tsx`: uploads. `branding-preview.tsx`: header and sign-in page in
 *   both themes. `brand-of-settings.ts`: the branding of settings.
 */

import { Button, ColorSwatch, Group, Stack, TextInput, Title } from '@mantine/core';
import { removeLogo, removeSignInImage, uploadLogo, uploadSignInImage } from '../../../client/generated/sdk.gen.ts';
import type { Settings } from '../../../client/generated/types.gen.ts';
import {
  accentColorPattern,
  defaultAccentColor,
  isReadableAccent,
  nearestAccent,
} from '../../../core/vocabulary/color/accent-color.ts';
import { client } from '../../api/client.ts';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { BrandingFile } from './branding-file.tsx';
import { BrandingPreview } from './branding-preview.tsx';

/** The fields of the branding that are saved with the form. */
export type BrandingValues = { readonly accentColor: string | null; readonly mailSenderName: string | null };

/** Logo, accent color, sign-in image and sender name, with a preview. Files are saved at once. */
export function BrandingFields(props: {
  readonly values: BrandingValues & { readonly accountName: string | null };
  readonly change: (changes: Partial<BrandingValues>) => void;
  readonly error: unknown;
  readonly disabled: boolean;
  readonly stored: Settings;
}) {
  const { values, change, error, disabled, stored } = props;
  return (
    <Stack component="section" gap="md" aria-labelledby="branding">
      <Title order={2} id="branding">
        {t('settings.title.branding')}
      </Title>
      <BrandingFile
        label={t('settings.label.logo')}
        hint={t('settings.hint.logo')}
        path={stored.logoPath}
        accept="image/svg+xml,image/png,image/webp"
        disabled={disabled}
        upload={(file) => uploadLogo({ client, body: { file } })}
        remove={() => removeLogo({ client })}
      />
      <AccentField value={values.accentColor} change={change} error={error} disabled={disabled} />
      <BrandingFile
        label={t('settings.label.signInImage')}
        hint={t('settings.hint.signInImage')}
        path={stored.signInImagePath}
        accept="image/png,image/jpeg,image/webp"
        disabled={disabled}
        upload={(file) => uploadSignInImage({ client, body: { file } })}
        remove={() => removeSignInImage({ client })}
      />
      <TextInput
        label={t('settings.label.mailSenderName')}
        description={t('settings.hint.mailSenderName')}
        maxLength={255}
        disabled={disabled}
        value={values.mailSenderName ?? ''}
        onChange={({ currentTarget: { value } }) => change({ mailSenderName: value === '' ? null : value })}
        error={fieldError(error, 'mailSenderName')}
      />
      <BrandingPreview settings={{ ...stored, ...values }} />
      {!disabled && (
        <Group>
          <Button
            variant="default"
            disabled={values.accentColor === null && values.mailSenderName === null}
            onClick={() => change({ accentColor: null, mailSenderName: null })}
          >
            {t('settings.action.resetBranding')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function AccentField(props: {
  readonly value: string | null;
  readonly change: (changes: Partial<BrandingValues>) => void;
  readonly error: unknown;
  readonly disabled: boolean;
}) {
  const { value, change, error, disabled } = props;
  const isColor = value !== null && accentColorPattern.test(value);
  const nearest = isColor && !isReadableAccent(value) ? nearestAccent(value) : null;
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label={t('settings.label.accentColor')}
        description={t('settings.hint.accentColor')}
        placeholder={defaultAccentColor}
        maxLength={7}
        disabled={disabled}
        leftSection={<ColorSwatch size={16} color={isColor ? value : defaultAccentColor} aria-hidden="true" />}
        value={value ?? ''}
        onChange={({ currentTarget }) => {
          const color = currentTarget.value.trim().toLowerCase();
          change({ accentColor: color === '' ? null : color });
        }}
        error={fieldError(error, 'accentColor')}
        style={{ flex: '1 1 14rem' }}
      />
      {nearest !== null && (
        <Button variant="default" onClick={() => change({ accentColor: nearest })}>
          {t('settings.action.useColor', { color: nearest })}
        </Button>
      )}
    </Group>
  );
}
