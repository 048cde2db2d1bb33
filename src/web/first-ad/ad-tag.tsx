import { Button, Code, Group, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { scriptTag } from '../inventory/drawers/snippets.ts';
import { copyText } from '../ui/display/copy-text.ts';
import { Icon } from '../ui/display/icon.tsx';

/** The tag to paste into a page, and a page of the server that contains it. */
export function AdTag({ slotName }: { readonly slotName: string }) {
  const { deliveryUrl } = useMe();
  const [isCopied, setCopied] = useState(false);
  const tag = scriptTag(deliveryUrl, slotName);
  const copy = async () => setCopied(await copyText(tag));
  return (
    <Paper component="section" aria-labelledby="ad-tag" mb="md" maw={760}>
      <Title order={2} id="ad-tag">
        {t('firstAd.title.tag')}
      </Title>
      <Text fz="sm" c="dimmed" mb="sm">
        {t('firstAd.text.tag')}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {tag}
      </Code>
      <Group gap="xs" mt="sm">
        <Button autoFocus leftSection={<Icon name={isCopied ? 'check' : 'copy'} />} onClick={() => void copy()}>
          {t(isCopied ? 'common.label.copied' : 'firstAd.action.copyTag')}
        </Button>
        <Button
          component="a"
          variant="default"
          href={`${deliveryUrl}/examples/test-page/?slot=${encodeURIComponent(slotName)}`}
          target="_blank"
          rel="noreferrer"
          rightSection={<Icon name="newWindow" />}
        >
          {t('firstAd.action.openTestPage')}
        </Button>
      </Group>
    </Paper>
  );
}
