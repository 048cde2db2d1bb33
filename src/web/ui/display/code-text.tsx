import { Code, Group, ScrollArea } from '@mantine/core';
import classes from './code-text.module.css';
import { CopyButton } from './copy-button.tsx';

/** A short code in a line, to copy. */
export function CodeText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Code className={classes.code}>{text}</Code>
      <CopyButton text={text} label={label} />
    </Group>
  );
}

/** Lines of code, to copy. */
export function CodeLines({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className={classes.lines}>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Code' }}>
        <pre className={classes.pre}>{text}</pre>
      </ScrollArea>
      <div className={classes.copy}>
        <CopyButton text={text} label={label} />
      </div>
    </div>
  );
}
