/** Code that shows the ads of a position, for one type of client. */
export type Snippet = { readonly kind: SnippetKind; readonly text: string };
type SnippetKind = 'downloads' | 'fetch' | 'get' | 'iframe' | 'prebid' | 'script' | 'stack' | 'tag' | 'vast';

type SnippetPosition = {
  /** Base URL of ad requests, without a slash at the end. */
  readonly adsUrl: string;
  readonly slotName: string;
  readonly format: {
    readonly code: string;
    readonly mediaType: string;
    readonly width: number | null;
    readonly height: number | null;
  };
  /** Whether its head-up list has materials. */
  readonly isDownloaded: boolean;
};

/** Integration code for a position, the most common type of client first. */
export function snippetsOf(position: SnippetPosition): readonly Snippet[] {
  const { mediaType } = position.format;
  const downloads = position.isDownloaded ? [downloadList(position)] : [];
  if (mediaType === 'video' || mediaType === 'audio')
    return [player(position), ...downloads, prebid(position), get(position)];
  if (mediaType === 'stack') return [stack(position), ...downloads, plainFetch(position), get(position)];
  if (mediaType === 'native') return [plainFetch(position), ...downloads, get(position)];
  return [
    placardTag(position),
    plainFetch(position),
    script(position),
    frame(position),
    ...downloads,
    prebid(position),
    get(position),
  ];
}

function placardTag({ adsUrl, slotName, format }: SnippetPosition): Snippet {
  const { width, height } = format;
  const space = width === null || height === null ? '' : ` style="width: ${width}px; min-height: ${height}px"`;
  const text = `<script async src="${adsUrl}/placard.js"></script>
<div data-placard="${slotName}"${space}></div>`;
  return { kind: 'tag', text };
}

function plainFetch({ adsUrl, slotName }: SnippetPosition): Snippet {
  const text = `<div id="${slotName}"></div>
<script>
  fetch('${adsUrl}/json', {
    method: 'POST',
    body: JSON.stringify({
      slots: [{ slotname: '${slotName}' }],
      parameters: { tl: ['none'] },
    }),
  })
    .then((response) => response.json())
    .then(([ad]) => {
      if (ad === undefined) return;
      const markup = document.createRange().createContextualFragment(ad.tag);
      document.getElementById('${slotName}').append(markup);
      new Image().src = ad.impressionCounter;
    });
</script>`;
  return { kind: 'fetch', text };
}

/** The script tag of a slot. */
export function scriptTag(adsUrl: string, slotName: string): string {
  return `<script async src="${adsUrl}/ad/sl${slotName}/"></script>`;
}

function script({ adsUrl, slotName }: SnippetPosition): Snippet {
  return { kind: 'script', text: scriptTag(adsUrl, slotName) };
}

function frame({ adsUrl, slotName, format }: SnippetPosition): Snippet {
  const size = [
    format.width === null ? '' : ` width="${format.width}"`,
    format.height === null ? '' : ` height="${format.height}"`,
  ];
  const text = `<iframe src="${adsUrl}/ad/sl${slotName}/"${size.join('')} style="border:0" title="Advertisement"></iframe>`;
  return { kind: 'iframe', text };
}

function get({ adsUrl, slotName }: SnippetPosition): Snippet {
  const text = `curl '${adsUrl}/json/sl${slotName}/tlnone/'`;
  return { kind: 'get', text };
}

function player({ adsUrl, slotName }: SnippetPosition): Snippet {
  const text = `${adsUrl}/ad/sl${slotName}/tlnone/?vastVersion=4.2`;
  return { kind: 'vast', text };
}

function stack({ adsUrl, slotName }: SnippetPosition): Snippet {
  const text = `curl '${adsUrl}/m/stack/sl${slotName}/?max_ads=5'`;
  return { kind: 'stack', text };
}

function downloadList({ adsUrl, slotName }: SnippetPosition): Snippet {
  const text = `curl '${adsUrl}/api/headsup/download-list/sl${slotName}'`;
  return { kind: 'downloads', text };
}

function prebid({ slotName, format }: SnippetPosition): Snippet {
  const location = slotName.slice(0, -(format.code.length + 1));
  const params = `params: { account: 'your-account', location: '${location}', format: '${format.code}' }`;
  const sizes = `[[${format.width ?? 0}, ${format.height ?? 0}]]`;
  const mediaTypes =
    format.mediaType === 'banner'
      ? `{ banner: { sizes: ${sizes} } }`
      : "{ video: { context: 'instream', playerSize: [[640, 360]], mimes: ['video/mp4'], protocols: [2, 3, 5, 6] } }";
  const text = `pbjs.addAdUnits([
  {
    code: 'div-of-the-ad',
    mediaTypes: ${mediaTypes},
    bids: [
      { bidder: 'adhese', ${params} },
    ],
  },
]);`;
  return { kind: 'prebid', text };
}
