const multipart = 'multipart/form-data';

type Content = Record<string, { schema?: unknown }>;
type Operation = { readonly requestBody?: { readonly content?: Content } };

/**
 * Describes the parts of uploads: a file, and the object as JSON. The routes declare one schema, that of the object,
 * for all media types.
 */
export function describeUploads<Document extends object>(document: Document): Document {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> };
  for (const [path, operations] of Object.entries(paths)) {
    // Paths below an object accept only its file.
    const object = /^\/api\/v1\/([a-z-]+)s$/.exec(path)?.[1] ?? null;
    for (const { requestBody } of Object.values(operations)) {
      const content = requestBody?.content;
      if (content?.[multipart] !== undefined) content[multipart] = parts(object, content[multipart].schema);
    }
  }
  return document;
}

const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'File of the creative' };

/** @param object name of the part with the object; null: only a file */
function parts(object: string | null, schema: unknown) {
  if (object === null) return { schema: { type: 'object', required: ['file'], properties: { file } } };
  return {
    schema: {
      type: 'object',
      required: [object],
      properties: {
        [object]: schema,
        file,
      },
    },
    encoding: { [object]: { contentType: 'application/json' } },
  };
}
