import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fieldMessage } from '../../../../contract/common/field-message.ts';
import { maxManagementBodyBytes } from '../../../../core/vocabulary/limits/api-limits.ts';
import { maxTemplateImages } from '../../../../core/vocabulary/limits/creative-limits.ts';
import { maxUploadBytes } from '../../../../core/vocabulary/limits/upload-limits.ts';
import { DomainError, invalidField } from '../../../records/domain-error.ts';

/** Content of a multipart request of a creative. */
export type FormUpload = {
  /** The part `creative`, parsed as JSON but not checked. */
  readonly creative: unknown;
  readonly file: UploadedFile | null;
  /** Files for fields of a template by field. */
  readonly files: ReadonlyMap<string, UploadedFile>;
};

export type UploadedFile = {
  readonly content: Buffer;
  readonly name: string;
  /** Local path of a file too large for memory. `content` is then empty. */
  readonly path?: string;
  /** Called after a creative was created from it. */
  used?(): Promise<void>;
};

/** Parts of an upload: the creative, and its file or those of its fields. More is an error. */
const limits = {
  parts: maxTemplateImages + 3,
  files: maxTemplateImages + 2,
  fields: 2,
  fileSize: maxUploadBytes,
  fieldSize: maxManagementBodyBytes,
  fieldNameSize: 100,
  headerPairs: 50,
};

/**
 * Reads a multipart request into memory, within limits. Requires exactly one part `creative`, at most one part `file`,
 * and at most one `file.<field>` per field. Otherwise throws a 4xx that names the part. Nothing is written before.
 */
export async function readUpload(request: FastifyRequest): Promise<FormUpload> {
  const { found, file, files } = await readParts(request, ['file', 'creative']);
  if (!found.has('creative')) throw invalidField('/creative', 'required', fieldMessage('creativePartRequired'));
  return { creative: found.get('creative'), file, files };
}

/** Reads a request with only a part `file`. */
export async function readFileAlone(request: FastifyRequest): Promise<UploadedFile> {
  const { file, files } = await readParts(request, ['file']);
  return requireOnlyFile(file, files);
}

function requireOnlyFile(file: UploadedFile | null, files: FormUpload['files']): UploadedFile {
  const [field] = files.keys();
  if (field !== undefined) throw invalidField(`/file.${field}`, 'unexpected_file', fieldMessage('notForThisKind'));
  if (file === null) throw invalidField('/file', 'required', fieldMessage('filePartRequired'));
  return file;
}

/** Reads a request with a part `file`, and optionally a part `focalPoint`, parsed as JSON but not checked. */
export async function readReplacement(
  request: FastifyRequest,
): Promise<{ readonly file: UploadedFile; readonly focalPoint: unknown }> {
  const { file, files, found } = await readParts(request, ['file', 'focalPoint']);
  return { file: requireOnlyFile(file, files), focalPoint: found.get('focalPoint') };
}

/** Reads a request with files for fields of a template. */
export async function readFieldFiles(request: FastifyRequest): Promise<FormUpload['files']> {
  const { files } = await readParts(request, []);
  if (files.size === 0)
    throw invalidField('/file', 'required', fieldMessage('fieldFileRequired', { example: 'file.<field>' }));
  return files;
}

/** All files of one creative are held in memory together. */
export function requireBytesInAll(files: Iterable<UploadedFile>): void {
  let bytes = 0;
  for (const { content } of files) bytes += content.length;
  if (bytes > maxUploadBytes) throw tooLarge('/file', fieldMessage('maxBytes', { bytes: maxUploadBytes }));
}

/** `file.photo`: file of the field `photo`. */
const fieldPart = /^file\.([A-Za-z][A-Za-z0-9]{0,39})$/;

async function readParts(request: FastifyRequest, known: readonly ('file' | 'creative' | 'focalPoint')[]) {
  const found = new Map<string, unknown>();
  const files = new Map<string, UploadedFile>();
  let file: UploadedFile | null = null;
  try {
    for await (const part of request.parts({ limits })) {
      if (found.has(part.fieldname))
        throw invalidField(`/${part.fieldname}`, 'repeated_part', fieldMessage('repeatedPart'));
      const [, field] = fieldPart.exec(part.fieldname) ?? [];
      if (field !== undefined) {
        files.set(field, await readFilePart(part));
        requireBytesInAll(files.values());
        found.set(part.fieldname, true);
        continue;
      }
      if (!known.some((name) => name === part.fieldname)) {
        throw invalidField(`/${part.fieldname.slice(0, 100)}`, 'unknown_field', fieldMessage('unknownPart'));
      }
      if (part.fieldname === 'file') {
        file = await readFilePart(part);
        found.set('file', true);
      } else {
        found.set(part.fieldname, await readJsonPart(part));
      }
    }
  } catch (error) {
    throw uploadProblem(error);
  }
  return { found, file, files };
}

async function readFilePart(part: Multipart): Promise<UploadedFile> {
  const pointer = `/${part.fieldname}`;
  if (part.type !== 'file') throw invalidField(pointer, 'invalid_type', fieldMessage('sendAsFile'));
  const content = await part.toBuffer();
  if (content.length === 0) throw invalidField(pointer, 'broken_image', fieldMessage('empty'));
  // The content type alone can make a part a file.
  return { content, name: (part.filename as string | undefined) ?? '' };
}

async function readJsonPart(part: Multipart): Promise<unknown> {
  const pointer = `/${part.fieldname}`;
  if (part.type === 'file') return parseJson((await part.toBuffer()).toString('utf8'), pointer);
  if (part.valueTruncated)
    throw invalidField(pointer, 'too_big', fieldMessage('maxBytes', { bytes: maxManagementBodyBytes }));
  return typeof part.value === 'string' ? parseJson(part.value, pointer) : part.value;
}

function parseJson(text: string, pointer: string): unknown {
  if (text.length > maxManagementBodyBytes) {
    throw invalidField(pointer, 'too_big', fieldMessage('maxBytes', { bytes: maxManagementBodyBytes }));
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DomainError('malformed_json', {
      errors: [{ pointer, in: 'body', code: 'malformed_json', message: fieldMessage('notJson') }],
      cause,
    });
  }
}

/** Errors of the parser are client errors, because it accesses only the request. */
function uploadProblem(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return tooLarge('/file', fieldMessage('maxBytes', { bytes: maxUploadBytes }), error);
  }
  if (code === 'FST_INVALID_JSON_FIELD_ERROR')
    return invalidField('/creative', 'malformed_json', fieldMessage('notJson'));
  if (/^FST_(?:PARTS|FILES|FIELDS)_LIMIT$/.test(code)) {
    return invalidField('', 'too_many_parts', fieldMessage('allowedParts', { parts: 'creative, file, file.<field>' }));
  }
  return invalidField('/file', 'broken_upload', fieldMessage('brokenMultipart'));
}

function tooLarge(pointer: string, message: string, cause?: unknown): DomainError {
  return new DomainError('body_too_large', {
    errors: [{ pointer, in: 'body', code: 'too_big', message }],
    cause,
  });
}
