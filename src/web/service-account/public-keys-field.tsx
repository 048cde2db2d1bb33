import { JsonInput } from '@mantine/core';
import { useState } from 'react';

/** Public keys as JSON Web Keys: who has some gets tokens by signing, and has no secret. */
export function PublicKeysField(props: {
  readonly value: readonly unknown[];
  readonly onChange: (keys: readonly unknown[]) => void;
  readonly error?: string | undefined;
}) {
  const [text, setText] = useState(props.value.length === 0 ? '' : JSON.stringify(props.value, null, 2));
  const keys = keysOf(text);
  const change = (next: string) => {
    setText(next);
    const read = keysOf(next);
    if (read !== undefined) props.onChange(read);
  };
  return (
    <JsonInput
      label="Public keys"
      description="A list of JSON Web Keys. With any it signs for its tokens (private_key_jwt) and has no secret"
      placeholder="None: it has a secret"
      autosize
      minRows={1}
      maxRows={10}
      value={text}
      onChange={change}
      error={props.error ?? (keys === undefined ? 'Is no list of keys yet; the last one that was is kept' : undefined)}
    />
  );
}

function keysOf(text: string): readonly unknown[] | undefined {
  if (text.trim() === '') return [];
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : undefined;
  } catch {
    // Somebody is in the middle of writing it.
    return undefined;
  }
}
