import { getDomain } from 'tldts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { invalidField } from '../../records/domain-error.ts';

/**
 * Clicks may lead to every host below a domain of a brand, so a domain under which anybody can have a site (`co.uk`,
 * `github.io`: the public suffix list) is no brand's. What is stored already stays.
 * Source: product decisions 8; docs/decisions/0006-which-events-count.md.
 */
export function requireOwnDomains(domains: readonly string[], stored: readonly string[] = []): void {
  for (const [index, domain] of domains.entries()) {
    if (stored.includes(domain) || getDomain(domain, { allowPrivateDomains: true }) !== null) continue;
    throw invalidField(`/domains/${index}`, 'public_suffix', fieldMessage('publicSuffix', { domain }));
  }
}
