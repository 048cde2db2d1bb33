import { randomUUID } from 'node:crypto';
import {
  defaultCacheTtlSeconds,
  maxCacheKeyLength,
  maxCachePuts,
  maxCacheTtlSeconds,
  maxCacheValueBytes,
} from '../../../core/vocabulary/limits/cache-limits.ts';
import { readVast } from '../../../platform/vast/read-vast.ts';
import { RequestError } from '../../request/request-error.ts';
import type { Entry, StoredValue } from './video-store.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads the body of `POST /cache`. Rejects with a `RequestError` that names the first error, and nothing is stored.
 * Unknown fields are ignored. Source: wire-protocol 11, Prebid Cache.
 */
export async function readPuts(body: Buffer): Promise<readonly Entry[]> {
  const { puts } = parseObject(body);
  if (!Array.isArray(puts) || puts.length === 0) throw fault('/puts', 'A list with at least one put is required');
  if (puts.length > maxCachePuts) throw fault('/puts', `At most ${maxCachePuts} puts are allowed in one call`);
  const entries: Entry[] = [];
  for (const [index, put] of puts.entries()) entries.push(await readPut(put, `/puts/${index}`));
  return entries;
}

async function readPut(put: unknown, pointer: string): Promise<Entry> {
  if (!isObject(put)) throw fault(pointer, 'Each put must be an object');
  return {
    key: readKey(put['key'], `${pointer}/key`),
    value: await readValue(put, pointer),
    ttlMs: readTtlSeconds(put['ttlseconds'], `${pointer}/ttlseconds`) * 1000,
  };
}

function readKey(key: unknown, pointer: string): string {
  if (key === undefined || key === null || key === '') return randomUUID();
  if (typeof key !== 'string' || key.length > maxCacheKeyLength) {
    throw fault(pointer, `The key must be a text of at most ${maxCacheKeyLength} characters`);
  }
  return key;
}

async function readValue({ type, value }: JsonObject, pointer: string): Promise<StoredValue> {
  if (type !== 'xml' && type !== 'json') throw fault(`${pointer}/type`, 'The type must be "xml" or "json"');
  if (value === undefined) throw fault(`${pointer}/value`, 'A value is required');
  const text = type === 'xml' ? readXml(value, `${pointer}/value`) : writeJson(value, `${pointer}/value`);
  if (Buffer.byteLength(text) > maxCacheValueBytes) {
    throw fault(`${pointer}/value`, `The value is larger than ${maxCacheValueBytes} bytes`);
  }
  if (type === 'json') return { type, text };
  const { fault: found } = await readVast(text);
  if (found !== null) throw fault(`${pointer}/value`, `The value is not a VAST document: ${found}`);
  return { type, text };
}

function writeJson(value: unknown, pointer: string): string {
  try {
    return JSON.stringify(value);
  } catch {
    // The value was parsed from JSON, so the only possible reason is nesting deeper than the stack.
    throw fault(pointer, 'The value is nested too deeply');
  }
}

/** Trims white space around the document. Before the XML declaration it would break every player. */
function readXml(value: unknown, pointer: string): string {
  if (typeof value !== 'string') throw fault(pointer, 'An XML value must be a text');
  return value.trim();
}

/** Longer lifetimes are limited, as in Prebid Cache. 0 and a missing value give the default. */
function readTtlSeconds(seconds: unknown, pointer: string): number {
  if (seconds === undefined || seconds === null || seconds === 0) return defaultCacheTtlSeconds;
  if (typeof seconds !== 'number' || seconds < 0)
    throw fault(pointer, 'The lifetime must be a number of seconds of at least 0');
  return Math.min(maxCacheTtlSeconds, Math.max(1, Math.floor(seconds)));
}

function parseObject(body: Buffer): JsonObject {
  try {
    const content: unknown = JSON.parse(body.toString('utf8').replace(/^\ufeff/, ''));
    if (isObject(content)) return content;
  } catch {
    // Reported like any other body that is not an object.
  }
  throw fault('', 'The body must be a JSON object');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(pointer: string, message: string): RequestError {
  return new RequestError({ status: 400, pointer, message });
}
