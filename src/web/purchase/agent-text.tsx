import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../i18n/t.ts';

const shownLines = 4;
/** Characters above which the user can expand a text. */
const shortText = 240;

/** A text of an agent. It is shown as text, never as markup. */
export function AgentText({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > shortText || text.split('\n').length > shownLines;
  return (
    <div>
      <Text
        fz="sm"
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        {...(isLong && !isOpen && { lineClamp: shownLines })}
      >
        {text}
      </Text>
      {isLong && (
        <Button variant="subtle" size="compact-xs" px={0} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'selling.action.showLess' : 'selling.action.showMore')}
        </Button>
      )}
    </div>
  );
}
