import { ActionIcon, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/t.ts';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

const feedbackMs = 1_500;

/** Copies a text to the clipboard. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), feedbackMs);
  };
  return (
    <Tooltip label={isCopied ? t('common.label.copied') : label} opened={isCopied ? true : undefined}>
      <ActionIcon size="sm" c={isCopied ? 'teal' : 'dimmed'} aria-label={label} onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
