import type { CallOptions, TestManagement } from './test-management.ts';

/** Creates a creative with files, like the form of a browser. */
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

/** Sends a file for an existing creative, with other parts as JSON. */
export async function sendMultipartFile(
  management: Pick<TestManagement, 'call'>,
  path: string,
  file: { readonly content: Uint8Array; readonly name: string },
  { parts = {}, ...options }: CallOptions & { readonly parts?: Readonly<Record<string, string>> } = {},
) {
  const form = new FormData();
  for (const [name, json] of Object.entries(parts)) form.set(name, json);
  form.set('file', new Blob([new Uint8Array(file.content)]), file.name);
  const body = new Response(form);
  return management.call('POST', path, {
    ...options,
    payload: Buffer.from(await body.clone().arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '', ...options.headers },
  });
}

/** Sends a file with the resumable upload protocol. Returns its `uploadId`. */
export async function sendResumable(
  management: Pick<TestManagement, 'call'>,
  { content, name }: { readonly content: Buffer; readonly name: string },
  options: CallOptions = {},
): Promise<string> {
  const tus = { 'tus-resumable': '1.0.0' };
  const begun = await management.call('POST', '/uploads', {
    ...options,
    headers: {
      ...tus,
      'upload-length': String(content.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  if (begun.status !== 201) throw new Error(`the upload is rejected: ${JSON.stringify(begun.body)}`);
  const sent = await management.call('PATCH', begun.headers['location'] ?? '', {
    ...options,
    payload: content,
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
  });
  if (sent.status !== 204) throw new Error(`the part is rejected: ${JSON.stringify(sent.body)}`);
  return begun.body.uploadId;
}
