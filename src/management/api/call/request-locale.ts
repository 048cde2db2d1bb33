import type { FastifyRequest } from 'fastify';
import { type Locale, supportedLocale } from '../../../messages/locales.ts';

/** Number of language ranges read from one header. */
const maxLanguages = 20;

/** Returns the language of the response: the first supported one of `Accept-Language`, else English. */
export function requestLocale({ headers }: Pick<FastifyRequest, 'headers'>): Locale {
  return supportedLocale(preferredLanguages(headers['accept-language'])) ?? 'en';
}

/** Returns language tags sorted by weight. Source: RFC 9110, 12.5.4. */
export function preferredLanguages(header = ''): readonly string[] {
  const ranges = header
    .split(',')
    .slice(0, maxLanguages)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.toLowerCase().startsWith('q='));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    });
  return ranges
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
