import type { Config } from '../../../platform/config/config.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { ToDelivery } from '../../supervisor/messages.ts';
import { awaitSuccessor } from './await-successor.ts';

/**
 * Resolves when a delivery process must end: its supervisor sends `close`, SIGTERM reaches this process alone, or its
 * supervisor was killed and another one takes over. Ctrl-C reaches the whole process group, and the supervisor (if
 * there is one) decides.
 */
export function awaitDeliveryEnd(options: { readonly config: Config; readonly log: Logger }): Promise<void> {
  const supervisorPid = process.ppid;
  const end = Promise.withResolvers<void>();
  let closing = false;
  const finish = () => {
    closing = true;
    end.resolve();
  };
  process.on('SIGINT', () => {
    if (!process.connected) finish();
  });
  process.on('SIGTERM', finish);
  process.on('disconnect', () => {
    if (!closing) void awaitSuccessor({ ...options, supervisorPid }).then(finish);
  });
  process.on('message', (message: ToDelivery) => {
    if (message.type === 'close') finish();
  });
  // The supervisor may have ended during this start. undefined: there was none.
  if (process.connected === false) finish();
  return end.promise;
}
