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
    const object = /([a-z-]+)s$/.exec(path)?.[1] ?? 'object';
    for (const { requestBody } of Object.values(operations)) {
      const content = requestBody?.content;
      if (content?.[multipart] !== undefined) content[multipart] = parts(object, content[multipart].schema);
    }
  }
  return document;
}

function parts(object: string, schema: unknown) {
  return {
    schema: {
      type: 'object',
      required: [object],
      properties: {
        [object]: schema,
        file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file of its kind' },
      },
    },
    encoding: { [object]: { contentType: 'application/json' } },
  };
}
