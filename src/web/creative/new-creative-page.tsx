import { Paper, SegmentedControl } from '@mantine/core';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { TextCreativeForm, type TextCreativeSource } from './text-creative-form.tsx';
import { UploadCreatives } from './upload/upload-creatives.tsx';

const written: readonly { readonly value: TextCreativeSource; readonly label: string }[] = [
  { value: 'html', label: 'Markup' },
  { value: 'vast', label: 'VAST address' },
  { value: 'template', label: 'Template' },
];

/** New creatives: of files, of markup, of another server’s address, or of a template. */
export function NewCreativePage() {
  const [values, change] = useAddress();
  const way = written.find(({ value }) => value === values['way'])?.value;
  return (
    <Page title="New creatives" crumbs={[{ text: 'Creatives', to: '/creatives' }]}>
      <SegmentedControl
        aria-label="What it is made of"
        mb="sm"
        value={way ?? 'files'}
        onChange={(next) => change({ way: next === 'files' ? undefined : next })}
        data={[{ value: 'files', label: 'Files' }, ...written]}
      />
      <Paper>{way === undefined ? <UploadCreatives /> : <TextCreativeForm key={way} way={way} />}</Paper>
    </Page>
  );
}
