/** The style sheet of the guide. */
export const guideStyle = `:root{color-scheme:light dark;--ink:#1d2430;--quiet:#5b6678;--ground:#f7f6f3;--card:#fff;--line:#dfdcd5;--link:#0b57a4;--code:#f1efea}
@media (prefers-color-scheme:dark){:root{--ink:#e9ebf0;--quiet:#a3adbd;--ground:#14171c;--card:#1c2027;--line:#323843;--link:#8fc1ff;--code:#232831}}
*{box-sizing:border-box}html{scroll-padding-top:1rem}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
a{color:var(--link)}.skip{position:absolute;inset-inline-start:-999rem}.skip:focus{inset-inline-start:1rem;background:var(--card);padding:.5rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.5rem;padding:.75rem 1.5rem;background:var(--card);border-bottom:1px solid var(--line)}
.home{font-weight:650;color:var(--ink);text-decoration:none}header form{display:flex;gap:.5rem;flex:1 1 16rem;max-width:32rem}header nav a{margin-inline-end:1rem}
input{flex:1;min-width:0;padding:.45rem .7rem;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--quiet);border-radius:8px}
button{padding:.45rem 1rem;font:inherit;font-weight:600;color:#fff;background:#0b57a4;border:1px solid #0b57a4;border-radius:8px;cursor:pointer}
.columns{display:grid;grid-template-columns:minmax(14rem,18rem) minmax(0,48rem);gap:2rem;max-width:78rem;margin:0 auto;padding:1.5rem}
.pages ul{list-style:none;margin:.25rem 0 .75rem;padding:0}.pages li a{display:block;padding:.2rem .6rem;border-radius:6px;color:inherit;text-decoration:none;font-size:.92rem}
.pages li a:hover{text-decoration:underline}.pages [aria-current]{background:var(--card);font-weight:650;box-shadow:inset 3px 0 var(--link)}summary{cursor:pointer;font-weight:650;padding:.2rem 0}
main{min-width:0}main:focus{outline:none}h1{font-size:1.9rem;line-height:1.2;margin:0 0 1rem;letter-spacing:-.01em}h2{font-size:1.25rem;margin:2.2rem 0 .5rem}h3{font-size:1.05rem;margin:1.6rem 0 .4rem}
p,ul,ol{margin:0 0 1rem}li{margin:.2rem 0}code{font:.88em ui-monospace,'SFMono-Regular',Menlo,Consolas,monospace;background:var(--code);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
pre{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.9rem 1rem;margin:0 0 1rem}pre code{background:none;padding:0;font-size:.85rem;overflow-wrap:normal}
.table{overflow-x:auto;margin:0 0 1rem}table{border-collapse:collapse;width:100%;font-size:.93rem}th,td{text-align:start;vertical-align:top;padding:.45rem .7rem;border-bottom:1px solid var(--line)}th{color:var(--quiet);font-weight:600}
img{max-width:100%;border:1px solid var(--line);border-radius:8px}.results p{color:var(--quiet);margin:.1rem 0 1rem}.neighbors{display:flex;justify-content:space-between;gap:1rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}
@media (max-width:48em){.columns{grid-template-columns:minmax(0,1fr);padding:1rem;gap:1rem}.pages{order:2;border-top:1px solid var(--line);padding-top:1rem}header{padding:.75rem 1rem}}`;
