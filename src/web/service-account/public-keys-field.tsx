import { JsonInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../i18n/t.ts';

/** Public keys as JSON Web Keys. A program with keys signs its token requests and has no secret. */
export function PublicKeysField(props: {
  readonly value: readonly unknown[];
  readonly onChange: (keys: readonly unknown[]) => void;
  readonly error?: string | undefined;
}) {
  const [text, setText] = useState(props.value.length === 0 ? '' : JSON.stringify(props.value, null, 2));
  const keys = keysOf(text);
  const change = (next: string) => {
    setText(next);
    const parsed = keysOf(next);
    if (parsed !== undefined) props.onChange(parsed);
  };
  return (
    <JsonInput
      label={t('access.label.publicKeys')}
      description={t('access.hint.publicKeys')}
      placeholder={t('access.hint.noPublicKeys')}
      autosize
      minRows={1}
      maxRows={10}
      value={text}
      onChange={change}
      error={props.error ?? (keys === undefined ? t('access.error.publicKeys') : undefined)}
    />
  );
}

function keysOf(text: string): readonly unknown[] | undefined {
  if (text.trim() === '') return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    // The text is incomplete while the user types.
    return undefined;
  }
}
