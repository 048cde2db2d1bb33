import { ActionIcon, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

const shownMs = 1_500;

/** Puts a text where it can be pasted from. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <Tooltip label={isCopied ? 'Copied' : label} opened={isCopied ? true : undefined}>
      <ActionIcon size="sm" c={isCopied ? 'teal' : 'dimmed'} aria-label={label} onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
