import type { TestManagement } from './test-management.ts';

/** Creates a creative with files, as a browser sends a form. */
export async function sendUpload(
  management: Pick<TestManagement, 'call'>,
  creative: Readonly<Record<string, unknown>>,
  ...files: readonly { readonly content: Uint8Array; readonly name: string }[]
) {
  const form = new FormData();
  form.set('creative', new Blob([JSON.stringify(creative)], { type: 'application/json' }));
  for (const { content, name } of files) form.append('file', new Blob([new Uint8Array(content)]), name);
  const body = new Response(form);
  return management.call('POST', '/creatives', {
    payload: Buffer.from(await body.clone().arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  });
}
