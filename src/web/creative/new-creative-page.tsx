import { Paper } from '@mantine/core';
import type { PlainMessageKey } from '../../messages/message-keys.ts';
import { t } from '../i18n/t.ts';
import { Segments } from '../ui/field/segments.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { TextCreativeForm, type TextCreativeSource } from './text-creative-form.tsx';
import { UploadCreatives } from './upload/upload-creatives.tsx';

const textSources: readonly { readonly value: TextCreativeSource; readonly label: PlainMessageKey }[] = [
  { value: 'html', label: 'creative.label.markup' },
  { value: 'vast', label: 'creative.label.vastUrl' },
  { value: 'template', label: 'creative.label.template' },
];

/** Creates creatives from files, markup, a VAST URL or a template. */
export function NewCreativePage() {
  const [values, change] = useAddress();
  const source = textSources.find(({ value }) => value === values['source'])?.value;
  return (
    <Page title={t('creative.title.new')} crumbs={[{ text: t('creative.title.list'), to: '/creatives' }]}>
      <Segments
        aria-label={t('creative.label.source')}
        mb="sm"
        value={source ?? 'files'}
        onChange={(next) => change({ source: next === 'files' ? undefined : next })}
        data={[
          { value: 'files', label: t('creative.label.files') },
          ...textSources.map(({ value, label }) => ({ value, label: t(label) })),
        ]}
      />
      <Paper>{source === undefined ? <UploadCreatives /> : <TextCreativeForm key={source} source={source} />}</Paper>
    </Page>
  );
}
