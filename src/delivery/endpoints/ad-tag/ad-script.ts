import { asciiJson } from '../../answer/text/ascii-json.ts';

/** The ad of a script. null: no ad. */
export type ScriptAd = {
  readonly markup: string;
  readonly width: number | null;
  readonly height: number | null;
};

/**
 * Returns a script that shows an ad at its position: written into the page while the page is being parsed, inserted
 * after the script otherwise. It reports to the element `c`, in which AMP runs it, whether there is an ad and its size.
 * Without that event, AMP collapses the slot. Source: wire-protocol 5.7, 5.11 and 12(c) 32.
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

/** Returns the value as a script literal that never ends the script, also if the script is copied into a page. */
function scriptLiteral(value: unknown): string {
  return asciiJson(value).replaceAll('<', '\\u003c');
}
