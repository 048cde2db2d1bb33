import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { createViteServer } from 'vitest/node';

const require = createRequire(import.meta.url);

/** Serves the unmodified source of Fluid Player as modules that pages of any site may load. */
export async function servePlayer(): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'placard-player-'));
  const server = await createViteServer({
    configFile: false,
    cacheDir,
    root: dirname(require.resolve('fluid-player')),
    logLevel: 'error',
    // Its modules for streams and 360-degree video are never requested. This dependency is not an ES module.
    optimizeDeps: { noDiscovery: true, include: ['es6-promise'] },
    server: { host: '127.0.0.1', port: 0, allowedHosts: true, cors: true, hmr: false, ws: false, watch: null },
  });
  await server.listen();
  const { port } = (server.httpServer as Server).address() as AddressInfo;
  return {
    port,
    close: async () => {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

/** Returns a page with the player. `host` is the address of `servePlayer`. */
export function playerPage(host: string, head = ''): string {
  return `<!doctype html><title>Player</title><link rel="icon" href="data:,">${head}
<script type="module">
  import fluidPlayer from 'https://${host}/index.js';
  window.fluidPlayer = fluidPlayer;
</script>`;
}

export type Played = { readonly url: string; readonly outcome: 'shown' | 'failed' | 'late' };

/**
 * Plays the ad of each URL before a two-second video, several concurrently, and returns the result of each: `shown` if
 * the ad was displayed and the video started after it.
 */
export async function playAds(
  page: Page,
  urls: readonly string[],
  videoFile: string,
  atATime = 6,
): Promise<readonly Played[]> {
  await page.waitForFunction(() => 'fluidPlayer' in window);
  return page.evaluate(
    async ({ all, content, lanes }) => {
      const { fluidPlayer } = window as unknown as {
        readonly fluidPlayer: (target: HTMLVideoElement, options: object) => { destroy(): void };
      };
      const play = async (url: string): Promise<Played> => {
        const video = document.createElement('video');
        video.muted = true;
        const source = document.createElement('source');
        source.src = content;
        source.type = 'video/webm';
        video.append(source);
        document.body.append(video);
        let failed = false;
        let sawAd = false;
        const ended = new Promise<Played['outcome']>((resolve) => {
          const startMs = Date.now();
          const poll = setInterval(() => {
            const isPlaying = !video.paused && video.currentTime > 0;
            if (isPlaying && video.currentSrc !== content) sawAd = true;
            // The video may start briefly before the ad has arrived.
            const isAfterAd = isPlaying && video.currentSrc === content && (sawAd || failed);
            if (isAfterAd) resolve(failed ? 'failed' : 'shown');
            else if (Date.now() - startMs > 30_000) resolve('late');
            else return;
            clearInterval(poll);
          }, 100);
        });
        const player = fluidPlayer(video, {
          layoutControls: { autoPlay: true, mute: true, fillToContainer: false, allowTheatre: false },
          vastOptions: {
            adList: [{ roll: 'preRoll', vastTag: url }],
            vastAdvanced: {
              noVastVideoCallback: () => {
                failed = true;
              },
            },
          },
        });
        const outcome = await ended;
        player.destroy();
        video.remove();
        return { url, outcome };
      };
      const waiting = [...all];
      const played: Played[] = [];
      const lane = async () => {
        for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) played.push(await play(url));
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return played;
    },
    { all: urls, content: videoFile, lanes: atATime },
  );
}

export type PlayedBreaks = {
  /** URLs of the played files in order: content and ads. */
  readonly files: readonly string[];
  /** Number of displayed companions. */
  readonly companions: number;
};

/**
 * Plays a content item with the ad breaks of a VMAP document. The page fetches the pod of each break and gives it to
 * the player. When the file of an ad starts, it displays the companions of the ad with the tracker of vast-client.
 */
export async function playBreaks(
  page: Page,
  options: { readonly vmapUrl: string; readonly content: string; readonly breaks: number },
): Promise<PlayedBreaks> {
  await page.waitForFunction(() => 'fluidPlayer' in window);
  return page.evaluate(async ({ vmapUrl, content }) => {
    type Listed<Item> = readonly Item[];
    type Ad = {
      readonly creatives: Listed<{
        readonly type: string;
        readonly mediaFiles: Listed<{ fileURL: string }>;
        readonly variations: Listed<object>;
      }>;
    };
    const { fluidPlayer, VASTParser, VASTTracker } = window as unknown as {
      readonly fluidPlayer: (target: HTMLVideoElement, options: object) => { destroy(): void };
      readonly VASTParser: new () => { parseVAST(document: Document): Promise<{ readonly ads: Listed<Ad> }> };
      readonly VASTTracker: new (
        client: null,
        ad: Ad,
        creative: object,
        variation: object,
      ) => { track(event: string): void };
    };
    const xml = async (url: string) => new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/xml');
    const waiting: Ad[][] = [];
    const adList: object[] = [];
    for (const one of (await xml(vmapUrl)).getElementsByTagName('vmap:AdBreak')) {
      const pod = await xml(one.getElementsByTagName('vmap:AdTagURI')[0]?.textContent ?? '');
      waiting.push([...(await new VASTParser().parseVAST(pod)).ads]);
      const vastTag = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(pod)], { type: 'text/xml' }));
      const offset = one.getAttribute('timeOffset') ?? '';
      if (offset === 'start') adList.push({ roll: 'preRoll', vastTag });
      else if (offset === 'end') adList.push({ roll: 'postRoll', vastTag });
      else adList.push({ roll: 'midRoll', vastTag, timer: Number(offset.split(':').at(-1)) });
    }
    const video = document.createElement('video');
    video.muted = true;
    const source = document.createElement('source');
    source.src = content;
    source.type = 'video/webm';
    video.append(source);
    document.body.append(video);
    const files: string[] = [];
    let companions = 0;
    /** Ads of the current break, of which the next is expected to start. */
    const fileOf = (ad: Ad) => ad.creatives.find(({ type }) => type === 'linear')?.mediaFiles[0]?.fileURL;
    const show = (file: string) => {
      const pod = waiting.find((ads) => ads.length > 0) ?? [];
      const index = pod.findIndex((ad) => fileOf(ad) === file);
      const [ad] = index === -1 ? [] : pod.splice(index, 1);
      for (const creative of ad?.creatives ?? []) {
        if (ad === undefined || creative.type !== 'companion') continue;
        for (const variation of creative.variations) {
          new VASTTracker(null, ad, creative, variation).track('creativeView');
          companions += 1;
        }
      }
    };
    const adsLeft = () => waiting.flat().length;
    const ended = new Promise<void>((resolve, reject) => {
      const startMs = Date.now();
      let current = '';
      const poll = setInterval(() => {
        const { currentSrc } = video;
        if (!video.paused && video.currentTime > 0 && currentSrc !== current) {
          current = currentSrc;
          files.push(current);
          if (current !== content) show(current);
        }
        const isOver = adsLeft() === 0 && (video.ended || video.paused);
        const isLate = Date.now() - startMs > 90_000;
        if (!isOver && !isLate) return;
        clearInterval(poll);
        if (isLate) reject(new Error(`Played ${files.join(', ')}, ${adsLeft()} ads left`));
        else setTimeout(resolve, 1_500);
      }, 50);
    });
    fluidPlayer(video, {
      layoutControls: { autoPlay: true, mute: true, fillToContainer: false, allowTheatre: false },
      vastOptions: { adList },
    });
    await ended;
    return { files, companions };
  }, options);
}
