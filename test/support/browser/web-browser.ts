import type { FastifyInstance } from 'fastify';

export type PageAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** A browser without a window: stores cookies and sends the origin of its requests. */
export type WebBrowser = {
  readonly cookies: ReadonlyMap<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<PageAnswer>;
  /** Submits a form of a page of the server. */
  submit(
    path: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PageAnswer>;
  /** Calls a path below /api/v1 like the web interface. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<PageAnswer>;
};

/** @param remoteAddress source address of its connections */
export function openWebBrowser(app: FastifyInstance, remoteAddress = '203.0.113.7'): WebBrowser {
  const cookies = new Map<string, string>();
  async function send(method: string, url: string, headers: Readonly<Record<string, string>>, payload?: string) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: answer.statusCode, headers: answer.headers as Record<string, string>, text: answer.payload };
  }
  return {
    cookies,
    get: (path, headers = { 'sec-fetch-site': 'none' }) => send('GET', path, headers),
    submit: (path, form, headers = { 'sec-fetch-site': 'same-origin' }) =>
      send(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        new URLSearchParams(form).toString(),
      ),
    call: (method, path, body, headers = { 'sec-fetch-site': 'same-origin', 'placard-session': '1' }) =>
      send(
        method,
        `/api/v1${path}`,
        { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body === undefined ? undefined : JSON.stringify(body),
      ),
  };
}
