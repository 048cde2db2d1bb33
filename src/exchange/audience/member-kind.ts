const kindsByName: Readonly<Record<string, string>> = {
  user: 'ui',
  user_id: 'ui',
  ifa: 'xz',
  idfa: 'xz',
  gaid: 'xz',
  aaid: 'xz',
  maid: 'xz',
  id5: 'x5',
  player: 'pi',
};

/** The kind of an identifier as ad requests have it. */
export function memberKind(said: string): string {
  return kindsByName[said.toLowerCase()] ?? said;
}
