import type { FastifyInstance } from 'fastify';
import { type ProblemCode, problems } from '../../../contract/common/problems.ts';
import { translatorOf } from '../../../messages/translator.ts';
import type { Config } from '../../../platform/config/config.ts';
import { htmlPage } from '../html-page.ts';

const styleSheet = `:root{color-scheme:light dark;--ink:#1d2430;--quiet:#5b6678;--ground:#f7f6f3;--card:#fff;--line:#dfdcd5;--link:#0b57a4;--accent:#0b57a4}
@media (prefers-color-scheme:dark){:root{--ink:#e9ebf0;--quiet:#a3adbd;--ground:#14171c;--card:#1c2027;--line:#323843;--link:#8fc1ff}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:3.5rem 1.25rem}h1{font-size:2rem;line-height:1.2;margin:0 0 .25rem;letter-spacing:-.01em}
h2{font-size:1.05rem;margin:0 0 .25rem}p{margin:.25rem 0 1rem}.lead{color:var(--quiet);margin-bottom:2rem}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.1rem 1.25rem;margin:0 0 1rem}
section p:last-child,section pre:last-child{margin-bottom:0}a{color:var(--link)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0 1rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px;font:13px/1.55 ui-monospace,monospace}
label{display:block;font-weight:600;font-size:.9rem}input:not([type=hidden]){width:100%;padding:.6rem .7rem;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:8px}
button{padding:.6rem 1.1rem;font:inherit;font-weight:600;color:#fff;background:var(--accent);border:1px solid var(--accent);border-radius:8px;cursor:pointer}a.button{display:block;padding:.6rem 1.1rem;text-align:center;text-decoration:none;font-weight:600;border:1px solid var(--line);border-radius:8px}button.quiet{color:var(--link);background:none;border-color:var(--line)}
.notice{padding:.7rem 1rem;border:1px solid var(--line);border-left:4px solid #2c7a4b;border-radius:8px;background:var(--card)}.notice.bad{border-left-color:#b3261e}
.brand{display:flex;align-items:center;gap:.6rem;margin:0 0 2rem;font-size:1.15rem;font-weight:700}.brand img{max-width:12rem;object-fit:contain}
.cover img{display:block;width:100%;max-height:24rem;object-fit:cover;border-radius:10px}
@media (min-width:60rem){main:has(.cover){max-width:none;margin-inline-start:50%;padding-inline:4rem;min-height:100vh}.cover{position:fixed;inset:0 50% 0 0}.cover img{height:100%;max-height:none;border-radius:0}}
dt{font-weight:600;font-family:ui-monospace,monospace}dd{margin:0 0 1rem}`;

/** Icon: a billboard on a post. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="4" width="26" height="17" rx="3" fill="#0b57a4"/>
<rect x="8" y="9" width="10" height="3" rx="1.5" fill="#fff"/><rect x="8" y="14" width="16" height="2" rx="1" fill="#9cc6f2"/>
<rect x="14.5" y="21" width="3" height="8" rx="1" fill="#5b6678"/></svg>`;

/** Registers pages for developers of integrations, and the explanation of each problem code. */
export function registerDeveloperPages(app: FastifyInstance, config: Config): void {
  const hidden = { schema: { hide: true } };
  app.get('/developers', hidden, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(developersPage(config)),
  );
  app.get('/start.css', hidden, (_request, reply) => reply.type('text/css; charset=utf-8').send(styleSheet));
  app.get('/icon.svg', hidden, (_request, reply) => reply.type('image/svg+xml').send(icon));
  app.get('/problems', hidden, (_request, reply) => reply.type('text/html; charset=utf-8').send(problemsPage()));
  for (const code of Object.keys(problems)) {
    app.get(`/problems/${code}`, hidden, (_request, reply) => reply.redirect(`/problems#${code}`, 303));
  }
}

function developersPage(config: Config): string {
  const { publicUrl, deliveryUrl } = config;
  return htmlPage(
    'For developers',
    `<h1>For developers</h1>
<p class="lead">This is the management address; ads are served at <a href="${deliveryUrl}/health">${deliveryUrl}</a>.</p>
<section><h2><a href="/docs/">Guide</a></h2>
<p>Tutorials, tasks and reference, with search.</p></section>
<section><h2><a href="/api/docs">Management API</a></h2>
<p>Browse all operations and fields, or download the contract as <a href="/api/openapi.json">OpenAPI 3.1</a> or <a href="/api/openapi-3.0.json">3.0</a>.</p></section>
<section><h2><a href="${deliveryUrl}/examples/publisher/">A page with ads</a></h2>
<p>A small news page that fetches its ads from this server, without a library.</p></section>
<section><h2>From a terminal</h2>
<p>With the client id and secret that were printed at the first start:</p>
<pre>TOKEN=$(curl -s -u CLIENT_ID:CLIENT_SECRET -d grant_type=client_credentials ${publicUrl}/oauth2/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -s ${publicUrl}/api/v1/campaigns -H "Authorization: Bearer $TOKEN"
curl -s ${deliveryUrl}/json -d '{"slots":[{"slotname":"_thecourier_home_-billboard"}]}'</pre></section>
<p class="lead"><a href="/health">Health</a> · <a href="/problems">Problem codes</a> · <a href="/">Campaigns</a></p>`,
  );
}

function problemsPage(): string {
  const translate = translatorOf('en');
  const entries = (Object.entries(problems) as [ProblemCode, (typeof problems)[ProblemCode]][]).map(
    ([code, problem]) =>
      `<dt id="${code}">${code} (${problem.status})</dt><dd>${translate(`problem.title.${code}`)}. ${problem.explanation.replace(/`([^`]*)`/g, '<code>$1</code>').replaceAll('<access token>', '&lt;access token&gt;')}</dd>`,
  );
  return htmlPage(
    'Problem codes',
    `<h1>Problem codes</h1><p class="lead">What the management API answers when a call cannot be done
(<a href="/api/docs">documentation</a>).</p><section><dl>${entries.join('\n')}</dl></section>`,
  );
}
