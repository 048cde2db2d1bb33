import { maxPreparedDraftLength, preparedDraftParameter } from '../../../core/vocabulary/limits/api-limits.ts';
import { RefusedCall, type TeamContext } from './team-tool.ts';

/**
 * Returns the address of a form with prepared values. They are in the fragment, which browsers do not send, so no log
 * contains them. The form shows them and saves nothing until the person does.
 */
export function draftLink({ services }: TeamContext, path: string, values: unknown): string {
  const text = Buffer.from(JSON.stringify(values), 'utf8').toString('base64url');
  if (text.length > maxPreparedDraftLength) {
    throw new RefusedCall(
      'The draft is too large for a link. Prepare it with fewer creatives, products or conditions.',
    );
  }
  return `${services.config.publicUrl}${path}#${preparedDraftParameter}=${text}`;
}
