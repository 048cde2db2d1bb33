/**
 * Tools that change something. Source: AdCP 3.0, operations with an `idempotency_key`, and the tools for tests and usage.
 */
export const changingTools = [
  'build_creative',
  'comply_test_controller',
  'create_media_buy',
  'log_event',
  'provide_performance_feedback',
  'report_usage',
  'sync_accounts',
  'sync_audiences',
  'sync_catalogs',
  'sync_creatives',
  'sync_event_sources',
  'update_media_buy',
] as const;

const changing: ReadonlySet<unknown> = new Set(changingTools);

/**
 * Returns whether a message must be signed, by an agent whose calls must be signed (`isRequired`): if it calls a tool that
 * changes something. A message that states credentials for a receiver of notifications must be signed by every agent
 * that can sign, so that a stolen token cannot redirect notifications.
 */
export function needsSignature(message: unknown, { isRequired }: { readonly isRequired: boolean }): boolean {
  return someObject(message, (member) => {
    if (isRequired && (changing.has(member['name']) || changing.has(member['skill']))) return true;
    // A message can contain both, and A2A and the tools read different ones.
    const receivers = [member['push_notification_config'], member['pushNotificationConfig']];
    return receivers.some((one) => hasContent((one as { readonly authentication?: unknown } | null)?.authentication));
  });
}

function hasContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/**
 * Returns whether an object in the message passes the test. The position of a tool in the message is not considered: a
 * message that hides a call from this test would have to hide it from the libraries too. The stack is not used, because the message may be nested arbitrarily.
 */
function someObject(message: unknown, test: (member: Readonly<Record<string, unknown>>) => boolean): boolean {
  const open: unknown[] = [message];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) && test(value as Readonly<Record<string, unknown>>)) return true;
    // A call with many arguments would exceed the stack.
    for (const member of Object.values(value)) open.push(member);
  }
  return false;
}
