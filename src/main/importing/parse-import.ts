import { parseArgs } from 'node:util';
import { UsageError } from '../command-line/usage-error.ts';

/** An import from another ad server. */
export type ImportCommand = {
  readonly name: 'import';
  readonly source: 'revive';
  /** Live database or dump file. */
  readonly from: { readonly kind: 'database'; readonly url: string } | { readonly kind: 'dump'; readonly path: string };
  readonly prefix: string | null;
  /** Folder with the files of creatives. */
  readonly files: string | null;
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
    --dump <file>                           or a dump of it (.sql or .sql.gz)
    --prefix <text>                         prefix of the table names (default: detected)
    --files <folder>                        copy of the banner files of the web server (webDir)
    --currency <code>                       currency of the prices (default: EUR)
    --ignore-unsupported                    approve bookings without the features that cannot be translated
    --dry-run                               only print what would be imported
    --out <folder>                          write the configuration to a folder, for "plan" and "apply"
    --url, --yes, --note                    without --out: as for "apply"`;

/** Parses the arguments after `import`. Throws `UsageError`. */
export function parseImport(args: readonly string[]): ImportCommand {
  const { values, positionals } = parse(args);
  const [source, more] = positionals;
  if (source !== 'revive' || more !== undefined) throw new UsageError('The source of an import is "revive".');
  const { database, dump, currency = 'EUR' } = values;
  if ((database === undefined) === (dump === undefined)) {
    throw new UsageError('Exactly one of --database and --dump is required.');
  }
  if (!/^[A-Z]{3}$/.test(currency)) throw new UsageError(`--currency is a code such as EUR, not "${currency}".`);
  const dryRun = values['dry-run'] === true;
  if (dryRun && values.out !== undefined) throw new UsageError('--dry-run writes nothing. Remove --out or --dry-run.');
  return {
    name: 'import',
    source,
    from: database === undefined ? { kind: 'dump', path: dump ?? '' } : { kind: 'database', url: database },
    prefix: values.prefix ?? null,
    files: values.files ?? null,
    out: values.out ?? null,
    dryRun,
    ignoreUnsupported: values['ignore-unsupported'] === true,
    currency,
    url: values.url ?? null,
    yes: values.yes === true,
    note: values.note ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        database: { type: 'string' },
        dump: { type: 'string' },
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
