import type { FastifyRequest } from 'fastify';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { maxNameLength } from '../../../core/vocabulary/limits/api-limits.ts';
import { maxResumableBytes } from '../../../core/vocabulary/limits/upload-limits.ts';
import { type Checksum, checksumAlgorithms } from '../../../platform/files/append-durably.ts';
import { type DomainError, invalidRequest } from '../../records/domain-error.ts';

export const tusVersion = '1.0.0';

/** Protocol properties that a client can query first. */
export const tusHeaders = {
  'Tus-Version': tusVersion,
  'Tus-Extension': 'creation,creation-with-upload,checksum,expiration,termination',
  'Tus-Checksum-Algorithm': checksumAlgorithms.join(','),
  'Tus-Max-Size': String(maxResumableBytes),
} as const;

/** Reads a number of bytes from a header. Values above the upload limit are still valid numbers. */
export function readBytes(request: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const text = headerOf(request, name);
  if (text === undefined) throw invalidHeader(name, 'required', 'is required');
  if (!/^\d{1,15}$/.test(text)) throw invalidHeader(name, 'invalid_value', 'must be a number of bytes');
  if (name === 'upload-length' && Number(text) === 0) throw invalidHeader(name, 'too_small', 'must be at least 1');
  return Number(text);
}

/** Returns the value of `filename` (or `name`) in `Upload-Metadata`, or an empty text. */
export function readFileName(request: FastifyRequest): string {
  const entries = (headerOf(request, 'upload-metadata') ?? '').split(',').map((entry) => entry.trim().split(/ +/));
  if (entries.some((entry) => entry.length > 2)) throw invalidMetadata();
  const found = entries.find(([key]) => key === 'filename') ?? entries.find(([key]) => key === 'name');
  const encoded = found?.[1] ?? '';
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw invalidMetadata();
  return Buffer.from(encoded, 'base64').toString('utf8').slice(0, maxNameLength);
}

/** Returns the checksum to compare. null if the client sent none. */
export function readChecksum(request: FastifyRequest): Checksum | null {
  const text = headerOf(request, 'upload-checksum');
  if (text === undefined) return null;
  const [name, encoded = ''] = text.split(' ');
  const algorithm = checksumAlgorithms.find((known) => known === name);
  if (algorithm === undefined || !/^[A-Za-z0-9+/]{27,43}=$/.test(encoded)) {
    const message = fieldMessage('checksumHeader', { algorithms: checksumAlgorithms.join(', ') });
    throw invalidHeader('upload-checksum', 'invalid_value', message);
  }
  return { algorithm, digest: Buffer.from(encoded, 'base64') };
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

function invalidMetadata(): DomainError {
  return invalidHeader('upload-metadata', 'invalid_value', 'must be keys and base64 values, separated by commas');
}

function invalidHeader(name: string, code: string, message: string): DomainError {
  const pointer = `/${name.replace(/\b\w/g, (letter) => letter.toUpperCase())}`;
  return invalidRequest([{ pointer, in: 'header', code, message }]);
}
