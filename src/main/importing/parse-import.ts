import { parseArgs } from 'node:util';
import { isTimeZone } from '../../contract/inventory/inventory.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** Sources that are read from files of an export. */
const fileSources = ['google-ad-manager', 'kevel', 'adhese', 'csv'] as const;
/** One of `fileSources`. */
export type FileSource = (typeof fileSources)[number];

/** An import from another ad server. */
export type ImportCommand = ImportTarget & (ReviveImport | FileImport);

/** An import of a database. */
export type ReviveImport = {
  readonly source: 'revive';
  /** Live database or dump file. A URL of null is in the environment, which the list of processes does not show. */
  readonly from:
    | { readonly kind: 'database'; readonly url: string | null }
    | { readonly kind: 'dump'; readonly path: string };
  readonly prefix: string | null;
  /** Folder with the files of creatives. */
  readonly files: string | null;
};

/** An import of files of an export. */
export type FileImport = {
  readonly source: FileSource;
  readonly paths: readonly string[];
  /** File with the mapping of CSV columns. null: it is suggested. */
  readonly mapping: string | null;
  /** Time zone of publications and of times without one. */
  readonly timeZone: string;
};

type ImportTarget = {
  readonly name: 'import';
  /** Folder to which the configuration is written. null: it is applied. */
  readonly out: string | null;
  readonly dryRun: boolean;
  readonly ignoreUnsupported: boolean;
  readonly currency: string;
  readonly url: string | null;
  readonly yes: boolean;
  readonly note: string | null;
};

/** Lines of the help about imports. */
export const importHelp = `Import from another ad server:

  import revive      translate Revive Adserver, and write or apply the result as a configuration
    --database mysql://<user>:<password>@<host>/<name>   live MySQL or MariaDB database (read only)
                                            or PLACARD_IMPORT_DATABASE in the environment: hides the password
    --dump <file>                           or a dump of it (.sql or .sql.gz)
    --prefix <text>                         prefix of the table names (default: detected)
    --files <folder>                        copy of the banner files of the web server (webDir)
  import google-ad-manager|kevel|adhese|csv <file>...   translate files of an export (JSON or CSV)
    --time-zone <name>                      time zone of publications and of times without one (default: UTC)
    --mapping <file>                        csv: mapping of the columns; without it, one is suggested and printed

  For all sources:
    --currency <code>                       currency of the prices (default: EUR)
    --ignore-unsupported                    approve bookings without the features that cannot be translated
    --dry-run                               only print what would be imported
    --out <folder>                          write the configuration to a folder, for "plan" and "apply"
    --url, --yes, --note                    without --out: as for "apply"`;

/** Parses the arguments after `import`. Throws `UsageError`. */
export function parseImport(args: readonly string[]): ImportCommand {
  const { values, positionals } = parse(args);
  const [source, ...paths] = positionals;
  const { currency = 'EUR' } = values;
  const own = source === 'revive' ? reviveImport(values, paths) : fileImport(values, { source, paths });
  if (!/^[A-Z]{3}$/.test(currency)) throw new UsageError(`--currency is a code such as EUR, not "${currency}".`);
  const dryRun = values['dry-run'] === true;
  if (dryRun && values.out !== undefined) throw new UsageError('--dry-run writes nothing. Remove --out or --dry-run.');
  return {
    name: 'import',
    ...own,
    out: values.out ?? null,
    dryRun,
    ignoreUnsupported: values['ignore-unsupported'] === true,
    currency,
    url: values.url ?? null,
    yes: values.yes === true,
    note: values.note ?? null,
  };
}

type ImportValues = ReturnType<typeof parse>['values'];

function reviveImport(values: ImportValues, paths: readonly string[]): ReviveImport {
  const { database, dump } = values;
  if (paths.length > 0) throw new UsageError('"import revive" takes no files. Use --database or --dump.');
  if (database !== undefined && dump !== undefined) {
    throw new UsageError('Use either --database or --dump.');
  }
  refuseOptions(values, ['mapping', 'time-zone'], 'revive');
  return {
    source: 'revive',
    from: dump === undefined ? { kind: 'database', url: database ?? null } : { kind: 'dump', path: dump },
    prefix: values.prefix ?? null,
    files: values.files ?? null,
  };
}

type Files = { readonly source: string | undefined; readonly paths: readonly string[] };

function fileImport(values: ImportValues, { source, paths }: Files): FileImport {
  const known = fileSources.find((name) => name === source);
  if (known === undefined) {
    throw new UsageError('The source of an import is "revive", "google-ad-manager", "kevel", "adhese" or "csv".');
  }
  if (paths.length === 0) throw new UsageError(`"import ${known}" needs at least one file.`);
  const timeZone = values['time-zone'] ?? 'UTC';
  if (!isTimeZone(timeZone)) throw new UsageError(`--time-zone is a name such as Europe/Amsterdam, not "${timeZone}".`);
  refuseOptions(values, ['database', 'dump', 'prefix', 'files', ...(known === 'csv' ? [] : ['mapping'])], known);
  return { source: known, paths, mapping: values.mapping ?? null, timeZone };
}

function refuseOptions(values: ImportValues, names: readonly string[], source: string): void {
  const given = names.find((name) => (values as Readonly<Record<string, unknown>>)[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} is not an option of "import ${source}".`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        database: { type: 'string' },
        dump: { type: 'string' },
        mapping: { type: 'string' },
        'time-zone': { type: 'string' },
        prefix: { type: 'string' },
        files: { type: 'string' },
        currency: { type: 'string' },
        out: { type: 'string' },
        url: { type: 'string' },
        note: { type: 'string' },
        'ignore-unsupported': { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        yes: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
