/** Returns a function that reads the fields of a form from a stored object. The fields are those of `fresh`. */
export function formFieldsOf<Values extends Readonly<Record<string, unknown>>>(fresh: Values) {
  const names = Object.keys(fresh) as (keyof Values)[];
  return (stored: Values): Values => Object.fromEntries(names.map((name) => [name, stored[name]])) as Values;
}
