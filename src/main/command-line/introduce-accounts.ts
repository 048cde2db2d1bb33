import type { Config } from '../../platform/config/config.ts';
import type { PrintedCredentials } from '../supervisor/messages.ts';

/** Returns the lines with the first credentials, which are printed once. */
export function introduceAccounts(
  { administrator, serviceAccount }: PrintedCredentials,
  config: Config,
): readonly string[] {
  return [
    ...(administrator === null
      ? []
      : [
          `  Sign in at ${config.publicUrl} (shown only once):`,
          `    e-mail         ${administrator.email}`,
          `    password       ${administrator.password}`,
        ]),
    ...(serviceAccount === null
      ? []
      : [
          '  Service account of the demo (shown only once):',
          `    client id      ${serviceAccount.clientId}`,
          `    client secret  ${serviceAccount.clientSecret}`,
          `    token          curl -u ${serviceAccount.clientId}:${serviceAccount.clientSecret} -d grant_type=client_credentials ${config.publicUrl}/oauth2/token`,
        ]),
  ];
}
