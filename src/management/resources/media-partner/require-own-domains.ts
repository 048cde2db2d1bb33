import { getDomain } from 'tldts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { invalidField } from '../../records/domain-error.ts';

/**
 * Refuses domains of the public suffix list (`co.uk`, `github.io`), because clicks may lead to every host below a
 * domain of a brand, and anyone can register such a subdomain. Stored domains stay. Source: product decisions 8;
 * docs/decisions/0006-which-events-count.md.
 */
export function requireOwnDomains(domains: readonly string[], stored: readonly string[] = []): void {
  for (const [index, domain] of domains.entries()) {
    if (stored.includes(domain) || getDomain(domain, { allowPrivateDomains: true }) !== null) continue;
    throw invalidField(`/domains/${index}`, 'public_suffix', fieldMessage('publicSuffix', { domain }));
  }
}
