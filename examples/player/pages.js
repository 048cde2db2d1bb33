// Ads that are pages (markup and HTML5 archives) are shown in a sandboxed frame. The frame receives all files of the
// page as a message, because a service worker does not answer the requests of a sandboxed frame.
import { readFile } from './files.js';

const sandbox = 'allow-scripts';
const frameScript = await (await fetch('frame.js')).text();
const waiting = new Map();

window.addEventListener('message', ({ source, data }) => {
  if (data !== 'ready') return;
  for (const [frame, content] of waiting) if (frame.contentWindow === source) source.postMessage(content, '*');
});

/** Returns a frame that shows the page from the cache, or null if one of its files is missing. */
export async function pageFrame(media) {
  const page = media.find(({ id, page: own }) => id === own);
  if (page === undefined) return null;
  const files = await Promise.all(media.map(async ({ id, mime }) => ({ url: id, mime, bytes: await readFile(id) })));
  if (files.some(({ bytes }) => bytes === null)) return null;
  const frame = document.createElement('iframe');
  frame.title = 'Advertisement';
  frame.setAttribute('sandbox', sandbox);
  frame.srcdoc = `<script>${frameScript}</script>`;
  waiting.set(frame, { page: page.id, files });
  return frame;
}

/** Forgets frames that are no longer shown. */
export function keepFrames(frames) {
  for (const frame of waiting.keys()) if (!frames.includes(frame)) waiting.delete(frame);
}
