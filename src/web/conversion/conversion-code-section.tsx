import { Box, Code, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ConversionAction } from '../../client/generated/types.gen.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { CodeLines } from '../ui/display/code-text.tsx';
import { Segments } from '../ui/field/segments.tsx';
import { type ConversionCodeKind, conversionCode, conversionCodeKinds } from './conversion-code.ts';

/** Code that reports a conversion of an action, for each way. */
export function ConversionCodeSection({ action }: { readonly action: ConversionAction }) {
  const [kind, setKind] = useState<ConversionCodeKind>('script');
  const apiUrl = `${globalThis.location.origin}/api/v1`;
  return (
    <Box>
      <Title order={3} mb={6}>
        {t('conversion.title.code')}
      </Title>
      <Segments
        size="xs"
        fullWidth
        mb="xs"
        aria-label={t('conversion.label.method')}
        data={conversionCodeKinds.map((value) => ({ value, label: t(`conversion.codeKind.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(value as ConversionCodeKind)}
      />
      <CodeLines text={conversionCode(kind, { ...action, apiUrl })} label={t('conversion.action.copyCode')} />
      <Text fz="xs" c="dimmed" mt={6}>
        <RichText id={`conversion.codeHint.${kind}`} elements={{ code: <Code /> }} />
      </Text>
    </Box>
  );
}
