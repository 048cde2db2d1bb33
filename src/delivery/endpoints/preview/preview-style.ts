/** How pages of previews look. Nothing here is a script: where a creative stands is chosen by radio buttons and `:has`. */
export const previewStyle = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--line:color-mix(in srgb,currentColor 18%,transparent)}
body{margin:2rem auto;max-width:75rem;padding:0 1rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0 0 1.5rem}
dt{opacity:.75}
dd{margin:0;overflow-wrap:anywhere}
fieldset{border:0;padding:0;margin:0 0 1.5rem;display:flex;flex-wrap:wrap;gap:.5rem}
legend{padding:0;margin-bottom:.5rem}
label{border:1px solid var(--line);border-radius:2rem;padding:.25rem 1rem;cursor:pointer}
input{position:absolute;opacity:0}
input:checked+label{background:CanvasText;color:Canvas}
input:focus-visible+label{outline:2px solid Highlight;outline-offset:2px}
.stage{overflow-x:auto;padding-bottom:1rem}
.slot{display:grid;justify-content:start}
iframe{border:1px solid var(--line);background:#fff;max-width:100%}
.text,.bar{display:none}
.text b,.text i{display:block;background:#d9dce1;border-radius:.25rem;height:.75rem;margin:.75rem 0}
.text b{height:1.75rem;width:60%;background:#c3c7ce}
.text i:nth-child(3n){width:88%}
.text i:last-child{width:45%}
body:has(#page:checked) .place{background:#fff;max-width:56rem;padding:1.5rem 2rem;border:1px solid var(--line);border-radius:.5rem}
body:has(#page:checked) :is(.text,.bar){display:block}
.bar{height:2.5rem;background:#eceef1;border-radius:.25rem}
body:has(#page:checked) .slot{justify-content:center;margin:1.5rem 0}
body:has(#page:checked) iframe,body:has(#phone:checked) iframe{border:0}
body:has(#phone:checked) .place{box-sizing:border-box;width:390px;height:780px;background:#fff;border:12px solid #1b1c1f;border-radius:48px;padding:2.5rem 1rem 1rem;overflow:hidden auto}
body:has(#phone:checked) .text{display:block}
body:has(#phone:checked) .slot{justify-content:center;margin:1rem 0}
body:has(#screen:checked) .place{box-sizing:content-box;width:var(--screen-width);height:var(--screen-height);background:#000;border:16px solid #1b1c1f;border-radius:.5rem;overflow:hidden}
body:has(#screen:checked) .slot{width:100%;height:100%;place-content:center}
body:has(#screen:checked) iframe{border:0;max-width:none;transform:scale(var(--screen-scale))}
`.replaceAll('\n', '');
