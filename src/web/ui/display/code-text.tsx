import { Code, Group, ScrollArea } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import classes from './code-text.module.css';
import { CopyButton } from './copy-button.tsx';

/** A short code with a copy button. */
export function CodeText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Code className={classes.code}>{text}</Code>
      <CopyButton text={text} label={label} />
    </Group>
  );
}

/**
 * A block of code with a copy button.
 * @param region name of the block. Default: `Code`, for pages with one block
 */
export function CodeLines(props: { readonly text: string; readonly label: string; readonly region?: string }) {
  const { text, label, region = t('common.label.code') } = props;
  return (
    <div className={classes.lines}>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': region }}>
        <pre className={classes.pre}>{text}</pre>
      </ScrollArea>
      <div className={classes.copy}>
        <CopyButton text={text} label={label} />
      </div>
    </div>
  );
}
