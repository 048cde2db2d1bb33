import { join } from 'node:path';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { sendNotFound } from '../../listener/send.ts';
import { sendSeeOther, sendStoredFile } from './send-file.ts';

const prebidPath = '/examples/publisher/prebid.js';
const prebidFile = 'node_modules/prebid.js/dist/not-for-prod/prebid.js';
/** Segments that start with a letter, digit or underscore: no hidden files and no parent folders. */
const examplePath = /^\/examples(?:\/\w[\w.-]{0,99}){1,6}$/;

/**
 * Serves the example pages from the folder `examples` of the program. `programFolder` is the folder of package.json.
 */
export async function answerExample(exchange: HttpExchange, path: string, programFolder: string): Promise<void> {
  const cacheControl = 'no-cache';
  if (path === prebidPath) return sendStoredFile(exchange, { path: join(programFolder, prebidFile), cacheControl });
  const inside = path.endsWith('/') ? `${path}index.html` : path;
  if (!examplePath.test(inside)) return sendNotFound(exchange);
  // Without a trailing slash, relative URLs in the page would resolve to the wrong folder.
  if (!path.endsWith('/') && !/\.\w+$/.test(path)) return sendSeeOther(exchange, `${path}/`);
  await sendStoredFile(exchange, { path: join(programFolder, inside), cacheControl });
}
