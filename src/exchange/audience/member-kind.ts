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

/** Returns the kind of an identifier as used in ad requests. */
export function memberKind(said: string): string {
  return kindsByName[said.toLowerCase()] ?? said;
}
