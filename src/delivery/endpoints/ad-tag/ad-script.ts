import { asciiJson } from '../../answer/text/ascii-json.ts';

/** What a script shows; null: nothing. */
export type ScriptAd = {
  readonly markup: string;
  readonly width: number | null;
  readonly height: number | null;
};

/**
 * A script that shows an ad where it stands: written into the page while that is still read, put behind the script
 * otherwise. It tells the element `c`, in which AMP runs it, whether there is an ad and how large; without that event AMP
 * lets the place collapse. Source: wire-protocol 5.7, 5.11 and 12(c) 32.
 */
export function adScript(ad: ScriptAd | null): string {
  const detail = ad === null ? { isReady: false } : { isReady: true, width: ad.width, height: ad.height };
  const show = ad === null ? '' : showing(ad.markup);
  return (
    `(function(d){var c=d.getElementById('c');${show}` +
    `if(c)c.dispatchEvent(new CustomEvent('adhLoaded',{detail:${scriptLiteral(detail)}}));})(document);`
  );
}

function showing(markup: string): string {
  return (
    `var m=${scriptLiteral(markup)},s=d.currentScript;` +
    `if(d.readyState==='loading'&&s&&!s.async&&!s.defer)d.write(m);` +
    'else{var f=d.createRange().createContextualFragment(m),p=s&&s.parentNode;' +
    'if(p&&d.body&&d.body.contains(s))p.insertBefore(f,s.nextSibling);else(c||d.body).appendChild(f);}'
  );
}

/** A value as it may stand in a script, also in one that is copied into a page: nothing in it ends the script. */
function scriptLiteral(value: unknown): string {
  return asciiJson(value).replaceAll('<', '\\u003c');
}
