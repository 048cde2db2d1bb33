const multipart = 'multipart/form-data';

type Content = Record<string, { schema?: unknown }>;
type Operation = { readonly requestBody?: { readonly content?: Content } };

/**
 * Says of an upload what its parts are: a file, and the object itself as JSON. The routes declare one schema for all
 * their media types, which is the schema of the object.
 */
export function describeUploads<Document extends object>(document: Document): Document {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> };
  for (const [path, operations] of Object.entries(paths)) {
    // What stands below an object takes its file alone.
    const object = /^\/api\/v1\/([a-z-]+)s$/.exec(path)?.[1] ?? null;
    for (const { requestBody } of Object.values(operations)) {
      const content = requestBody?.content;
      if (content?.[multipart] !== undefined) content[multipart] = parts(object, content[multipart].schema);
    }
  }
  return document;
}

const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file of its kind' };

/** @param object name of the part that holds the object; null: the file is all there is */
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
