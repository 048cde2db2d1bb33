import type { Config } from '../../platform/config/config.ts';
import { createSequenceReader, type SequenceReader } from '../../platform/keys/decision-ids.ts';
import { deriveKey, loadSecret } from '../../platform/keys/derive-key.ts';

/** Returns the reader of decision IDs of the deployment. */
export function sequencesOf(config: Pick<Config, 'secret' | 'dataFolder'>): SequenceReader {
  const secret = loadSecret({ configured: config.secret, dataFolder: config.dataFolder });
  return createSequenceReader(deriveKey(secret, 'decision-sequence'));
}
