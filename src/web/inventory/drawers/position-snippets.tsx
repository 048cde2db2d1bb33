import { Box, SegmentedControl, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Format } from '../../../client/generated/types.gen.ts';
import { useMe } from '../../api/use-me.ts';
import { CodeLines } from '../../ui/display/code-text.tsx';
import { snippetsOf } from './snippets.ts';

/** Code to copy that shows the ads of a position, for each kind of client. */
export function PositionSnippets({ slotName, format }: { readonly slotName: string; readonly format: Format }) {
  const { deliveryUrl } = useMe();
  const snippets = snippetsOf({ adsUrl: deliveryUrl, slotName, format });
  const [name, setName] = useState(snippets[0]?.name ?? '');
  const chosen = snippets.find((snippet) => snippet.name === name) ?? snippets[0];
  if (chosen === undefined) return null;
  return (
    <Box>
      <Title order={3} mb={6}>
        On your page
      </Title>
      <SegmentedControl
        size="xs"
        fullWidth
        mb="xs"
        aria-label="Kind of client"
        data={snippets.map((snippet) => snippet.name)}
        value={chosen.name}
        onChange={setName}
      />
      <CodeLines text={chosen.text} label="Copy the code" />
      <Text fz="xs" c="dimmed" mt={6}>
        {chosen.note}
      </Text>
    </Box>
  );
}
