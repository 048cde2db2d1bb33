// Serves the page and its files from the cache if possible, so that the player also starts offline.
const pageFiles = ['./', 'style.css', 'player.js', 'store.js', 'files.js', 'pages.js', 'frame.js'];
const cacheName = 'player';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(pageFiles)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(fromCacheFirst(event.request));
});

async function fromCacheFirst(request) {
  // The query of the page contains slot and screen. The page is the same for all of them.
  const isPage = request.mode === 'navigate';
  const kept = await caches.match(request, { ignoreVary: true, ignoreSearch: isPage });
  return kept ?? fetch(request);
}
