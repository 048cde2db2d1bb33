/** A piece of code that shows the ads of a position, for one kind of client. */
export type Snippet = { readonly name: string; readonly text: string; readonly note: string };

type Place = {
  /** Address of ads, without a slash at its end. */
  readonly adsUrl: string;
  readonly slotName: string;
  readonly format: {
    readonly code: string;
    readonly mediaType: string;
    readonly width: number | null;
    readonly height: number | null;
    readonly inHeadsup: boolean;
  };
};

/** How a position comes onto a page, the usual way first. */
export function snippetsOf(place: Place): readonly Snippet[] {
  const { mediaType, inHeadsup } = place.format;
  const ahead = inHeadsup ? [headsup(place)] : [];
  if (mediaType === 'video' || mediaType === 'audio') return [player(place), ...ahead, prebid(place), get(place)];
  if (mediaType === 'stack') return [stack(place), ...ahead, plainFetch(place), get(place)];
  if (mediaType === 'native') return [plainFetch(place), ...ahead, get(place)];
  return [plainFetch(place), script(place), frame(place), ...ahead, prebid(place), get(place)];
}

function plainFetch({ adsUrl, slotName }: Place): Snippet {
  const text = `<div id="${slotName}"></div>
<script>
  fetch('${adsUrl}/json', {
    method: 'POST',
    body: JSON.stringify({ slots: [{ slotname: '${slotName}' }], parameters: { tl: ['none'] } }),
  })
    .then((answer) => answer.json())
    .then(([ad]) => {
      if (ad === undefined) return;
      const markup = document.createRange().createContextualFragment(ad.tag);
      document.getElementById('${slotName}').append(markup);
      new Image().src = ad.impressionCounter;
    });
</script>`;
  return { name: 'fetch', text, note: "Say tl: ['all'] when the viewer has consented. No ad is an empty list." };
}

function script({ adsUrl, slotName }: Place): Snippet {
  const text = `<script async src="${adsUrl}/ad/sl${slotName}/"></script>`;
  return { name: 'Script', text, note: 'Shows the ad where the tag stands, and counts it.' };
}

function frame({ adsUrl, slotName, format }: Place): Snippet {
  const size = [
    format.width === null ? '' : ` width="${format.width}"`,
    format.height === null ? '' : ` height="${format.height}"`,
  ];
  const text = `<iframe src="${adsUrl}/ad/sl${slotName}/"${size.join('')} style="border:0" title="Advertisement"></iframe>`;
  return { name: 'Frame', text, note: 'Keeps what the ad does apart from the page.' };
}

function get({ adsUrl, slotName }: Place): Snippet {
  const text = `curl '${adsUrl}/json/sl${slotName}/tlnone/'`;
  return { name: 'GET', text, note: 'Answers the same list as POST /json. Parameters stand in the path.' };
}

function player({ adsUrl, slotName }: Place): Snippet {
  const text = `${adsUrl}/ad/sl${slotName}/tlnone/?vastVersion=4.2`;
  return { name: 'VAST', text, note: 'The ad tag of any player: Google IMA, Video.js, JW Player.' };
}

function stack({ adsUrl, slotName }: Place): Snippet {
  const text = `curl '${adsUrl}/m/stack/sl${slotName}/?max_ads=5'`;
  return { name: 'Stack', text, note: 'A list of different ads, 20 at most, each with its own addresses to count.' };
}

function headsup({ adsUrl, slotName }: Place): Snippet {
  const text = `curl '${adsUrl}/api/headsup/download-list/sl${slotName}'`;
  return { name: 'Files', text, note: 'Everything that may run that day, with checksums, to fetch before it begins.' };
}

function prebid({ slotName, format }: Place): Snippet {
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
  return { name: 'Prebid', text, note: 'For Prebid.js with adheseBidAdapter; the guide says how its host leads here.' };
}
