import type { FastifyInstance } from 'fastify';

/** Answers which methods the path of an address knows; null when no route has that path, or one has it with this method. */
export type AllowedMethods = (request: { readonly method: string; readonly url: string }) => string | null;

/** Watches every route that is registered from now on, so that a known path with another method is told from an unknown one. */
export function watchAllowedMethods(app: FastifyInstance): AllowedMethods {
  const methodsByPattern = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', (route) => {
    const known = methodsByPattern.get(route.url) ?? { pattern: patternOf(route.url), methods: new Set() };
    for (const method of [route.method].flat()) known.methods.add(method);
    methodsByPattern.set(route.url, known);
  });
  return ({ method, url }) => {
    const path = url.split('?', 1)[0] ?? '';
    const methods = [...methodsByPattern.values()]
      .filter((route) => route.pattern.test(path))
      .flatMap((route) => [...route.methods]);
    // A route that knew the method has said itself that nothing is there.
    return methods.length === 0 || methods.includes(method) ? null : [...new Set(methods)].sort().join(', ');
  };
}

function patternOf(url: string): RegExp {
  const steps = url.split('/').map((step) => {
    if (step.startsWith(':')) return '[^/]*';
    return step === '*' ? '.*' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${steps.join('/')}$`);
}
