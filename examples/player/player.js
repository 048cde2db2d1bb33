// Downloads the playlist of the day while there is a network, plays it offline, and reports plays when there is a
// network again. The page's URL identifies the screen: ?screen=hall-1&slot=station_hall_-portrait
import { dropOtherFiles, keepFiles, sha256 } from './files.js';
import { keepFrames, pageFrame } from './pages.js';
import { addRecord, forgetRecords, oldestRecords, readState, writeState } from './store.js';

const parameters = new URLSearchParams(location.search);
const screenId = parameters.get('screen') ?? 'screen-1';
const slotName = parameters.get('slot') ?? '';
const maxPlaysOfCall = 1_000;
const againMs = 60_000;
const startOfChain = '0'.repeat(64);
const screen = document.querySelector('#screen');
const status = document.querySelector('#status');
/** Preloaded elements of the ads. */
let shown = new Map();
let playlist = null;
/** Start of the last recorded play, so that a restart does not record it again. */
let lastPlayed = null;
let telling = null;
/** Files that could not be downloaded. */
let missing = [];
/** Serializes the writing of records. */
let written = Promise.resolve();

const timeOf = (entry) => Date.parse(entry.startAt);

async function start() {
  await navigator.serviceWorker.register('worker.js');
  await navigator.serviceWorker.ready;
  if ((await readState('chain')) === undefined) await writeState('chain', crypto.randomUUID());
  playlist = (await readState('playlist')) ?? null;
  lastPlayed = (await readState('head'))?.startAt ?? null;
  await fetchDay();
  window.addEventListener('online', () => void comeBack());
  setInterval(() => void comeBack(), againMs);
  playNext();
}

async function comeBack() {
  if (!navigator.onLine) return;
  await fetchDay();
  await tell();
}

/** Downloads a new playlist when the old one has ended, and its files. The old one stays without a network. */
async function fetchDay() {
  try {
    if (playlist === null || Date.parse(playlist.validUntil) <= Date.now()) {
      const answer = await fetch(`/v1/screens/${encodeURIComponent(screenId)}/playlist`, {
        method: 'POST',
        body: JSON.stringify({ slotName, now: new Date().toISOString() }),
      });
      if (!answer.ok) throw new Error(`Playlist request failed with status ${answer.status}`);
      playlist = await answer.json();
      await writeState('playlist', playlist);
      await dropOtherFiles(playlist.ads);
    }
    missing = await keepFiles(playlist.ads);
    status.textContent = missing.length === 0 ? 'Ready' : `${missing.length} files missing`;
  } catch (error) {
    status.textContent = playlist === null ? String(error) : 'Offline';
  }
  await prepareAds();
}

/** An ad that cannot be displayed has no element and is not played. */
async function prepareAds() {
  const prepared = new Map();
  for (const { id, media } of playlist?.ads ?? []) {
    const element = shown.get(id) ?? (await elementOf(media));
    if (element !== null) prepared.set(id, element);
  }
  shown = prepared;
  keepFrames([...shown.values()]);
}

/** Shows a page if there is one, otherwise the first image or video. */
async function elementOf(media) {
  const frame = await pageFrame(media);
  if (frame !== null) return frame;
  const file = media.find(({ mime, page }) => page === undefined && /^(?:image|video)\//.test(mime));
  return file === undefined ? null : loaded(file);
}

async function loaded({ id, mime }) {
  const isVideo = mime.startsWith('video/');
  const element = document.createElement(isVideo ? 'video' : 'img');
  if (isVideo) Object.assign(element, { muted: true, loop: true, preload: 'auto' });
  element.src = id;
  try {
    if (isVideo)
      await new Promise((resolve, reject) => Object.assign(element, { oncanplay: resolve, onerror: reject }));
    else await element.decode();
    return element;
  } catch {
    return null;
  }
}

/** Displays the current play, and schedules itself for the next one. */
function playNext() {
  const nowMs = Date.now();
  const entries = playlist?.entries ?? [];
  const next = entries.find((entry) => timeOf(entry) > nowMs);
  const current = entries.findLast((entry) => timeOf(entry) <= nowMs);
  const isDue = current !== undefined && nowMs < timeOf(current) + playlist.slotSeconds * 1000;
  if (isDue && nowMs < Date.parse(current.leaseUntil)) play(current);
  else screen.replaceChildren();
  setTimeout(playNext, Math.min(againMs, next === undefined ? againMs : timeOf(next) - nowMs));
}

function play({ ad, startAt, impressionCounter }) {
  const element = shown.get(ad);
  if (element === undefined) return screen.replaceChildren();
  screen.replaceChildren(element);
  if (element instanceof HTMLVideoElement) void element.play();
  if (startAt === lastPlayed) return;
  lastPlayed = startAt;
  const play = { url: impressionCounter, startAt, at: new Date().toISOString() };
  written = written.then(() => record(play));
}

/** Each record contains the hash of the previous one, so that missing and changed records are detected. */
async function record({ url, startAt, at }) {
  const { sequence, hash: previous } = (await readState('head')) ?? { sequence: 0, hash: startOfChain };
  const hash = await sha256(new TextEncoder().encode(`${previous}\n${at}\n${url}`));
  await addRecord({ url, at, sequence: sequence + 1, previous }, { sequence: sequence + 1, hash, startAt });
  document.body.dataset.played = String(sequence + 1);
}

/** Reports plays and deletes acknowledged records. Runs once at a time. */
function tell() {
  telling ??= tellAll().finally(() => {
    telling = null;
  });
  return telling;
}

async function tellAll() {
  const chain = await readState('chain');
  for (;;) {
    const plays = await oldestRecords(maxPlaysOfCall);
    if (plays.length === 0) return;
    try {
      const body = JSON.stringify({ screen: screenId, chain, plays, now: new Date().toISOString(), missing });
      const answer = await fetch('/v1/plays', { method: 'POST', body });
      if (!answer.ok) return;
    } catch {
      // Offline: retried later.
      return;
    }
    await forgetRecords(plays.at(-1).sequence);
    document.body.dataset.told = String(plays.at(-1).sequence);
  }
}

await start();
