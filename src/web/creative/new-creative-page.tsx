import { Paper } from '@mantine/core';
import { Page } from '../ui/page.tsx';
import { UploadCreatives } from './upload-creatives.tsx';

/** New creatives: of files, of markup, or of another server’s address. */
export function NewCreativePage() {
  return (
    <Page title="New creatives" crumbs={[{ text: 'Creatives', to: '/creatives' }]}>
      <Paper>
        <UploadCreatives />
      </Paper>
    </Page>
  );
}
