/** What every hostile text holds, and no word of ours does. */
export const mark = 'r4n';

const run = `window.${mark}=1`;

/** A script in all the ways in which text becomes one, then what is left of it where less may stand. */
export function markup(n: number): readonly string[] {
  return [
    `</title></textarea></script>"'><script>${run}</script><img src=x onerror=${run}><svg/onload=${run}>` +
      `<a href="javascript:${run}">x</a>{{constructor.constructor('${run}')()}}\${${run}}#{${run}}${n}`,
    `"'><img src=x onerror=${run}><script>${run}</script>${n}`,
    `<svg/onload=${run}>${n}`,
    `https://harbour.example/${mark}?q=%22%3E%3Cscript%3E&r=(${run})&n=${n}`,
  ];
}

/** An address that is a script, and one that ends in it. */
function scriptAddress(n: number): readonly string[] {
  return [`javascript:${run}//${n}`, `https://harbour.example/#javascript:${run}//${n}`];
}

/** What a spreadsheet would run behind a character that begins a formula. */
export const formula = `HYPERLINK("https://evil.example/${mark}";"x")`;

/** By one such character after the other. */
function formulas(n: number): readonly string[] {
  const start = starts[n % starts.length] ?? '=';
  return [`${start}${formula}${n}`, `${start}${mark}${n}`];
}

const starts = ['=', '+', '-', '@', '\t=', '\r='];

/** Families of hostile texts: each gives texts for one field, the worst first; `n` makes them unlike each other. */
export const hostileTexts: readonly ((n: number) => readonly string[])[] = [markup, scriptAddress, formulas];
