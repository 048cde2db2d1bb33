/** Marker in every hostile text. No interface text contains it. */
export const mark = 'r4n';

const run = `window.${mark}=1`;

/** Returns a script in every form in which text can become one, followed by shorter variants for stricter fields. */
export function markup(n: number): readonly string[] {
  return [
    `</title></textarea></script>"'><script>${run}</script><img src=x onerror=${run}><svg/onload=${run}>` +
      `<a href="javascript:${run}">x</a>{{constructor.constructor('${run}')()}}\${${run}}#{${run}}${n}`,
    `"'><img src=x onerror=${run}><script>${run}</script>${n}`,
    `<svg/onload=${run}>${n}`,
    `https://harbour.example/${mark}?q=%22%3E%3Cscript%3E&r=(${run})&n=${n}`,
  ];
}

/** Returns a URL that is a script, and a URL that ends with it. */
function scriptAddress(n: number): readonly string[] {
  return [`javascript:${run}//${n}`, `https://harbour.example/#javascript:${run}//${n}`];
}

/** The part of a formula that a spreadsheet would run after a leading formula character. */
export const formula = `HYPERLINK("https://evil.example/${mark}";"x")`;

/** Returns formulas with alternating leading characters. */
function formulas(n: number): readonly string[] {
  const start = starts[n % starts.length] ?? '=';
  return [`${start}${formula}${n}`, `${start}${mark}${n}`];
}

const starts = ['=', '+', '-', '@', '\t=', '\r='];

/** Families of hostile texts. Each returns texts for one field, most dangerous first. `n` makes them unique. */
export const hostileTexts: readonly ((n: number) => readonly string[])[] = [markup, scriptAddress, formulas];
