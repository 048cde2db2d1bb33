/** Reads the fields that a form has from a stored object; `fresh` names the fields. */
export function formFieldsOf<Values extends Readonly<Record<string, unknown>>>(fresh: Values) {
  const names = Object.keys(fresh) as (keyof Values)[];
  return (stored: Values): Values => Object.fromEntries(names.map((name) => [name, stored[name]])) as Values;
}
