import { z } from 'zod';
import { authorizationFiles, authorizationStatuses } from '../../core/vocabulary/codes/selling-codes.ts';

const describeStatus =
  '`authorized`: the file lists this seller. `not_listed`: the file exists without it. `missing`: there is no file. `redirected`: the URL redirects, which buyers do not follow for adagents.json. `invalid`: the content is not such a file. `private_address`, `too_large`, `unreachable`: it could not be fetched.';

const checkedFile = z
  .strictObject({
    file: z.enum(authorizationFiles).meta({ description: 'Checked file', example: 'adagents.json' }),
    url: z
      .string()
      .meta({ description: 'URL that was fetched last', example: 'https://courier.example/.well-known/adagents.json' }),
    status: z.enum(authorizationStatuses).meta({ description: describeStatus, example: 'authorized' }),
    httpStatus: z.number().nullable().meta({ description: 'HTTP status. Null: no response.', example: 200 }),
  })
  .meta({ id: 'CheckedAuthorizationFile' });

const domainAuthorization = z
  .strictObject({
    domain: z.string().meta({ description: 'Host name of the publication', example: 'courier.example' }),
    adagents: z.string().meta({
      description: 'Content of `/.well-known/adagents.json` of the domain that authorizes this seller',
      example: '{"authorized_agents":[]}',
    }),
    reference: z.string().meta({
      description: 'Alternative content of `/.well-known/adagents.json`: refers to the file that Placard serves',
      example: '{"authoritative_location":"https://ads.example/authorization/courier.example/adagents.json"}',
    }),
    adsTxt: z.array(z.string()).meta({
      description: 'Lines for `/ads.txt`, and for `/app-ads.txt` if the publication has apps',
      example: ['ads.example, 12, DIRECT'],
    }),
    checkedAt: z
      .string()
      .nullable()
      .meta({ description: 'Time of the last check. Null: not checked yet.', example: '2026-11-21T09:00:00.000Z' }),
    files: z.array(checkedFile).meta({ description: 'Results of the last check. Empty: not checked yet.' }),
  })
  .meta({ id: 'DomainAuthorization' });

/** The authorization files of the domains of a publication, with the results of their checks. */
export const publicationAuthorizationView = z
  .strictObject({
    publicationId: z.number().meta({ description: 'ID of the publication', example: 12 }),
    sellerDomain: z.string().nullable().meta({
      description: 'Domain of this seller. Null: the settings have none, and no files are served or checked.',
      example: 'ads.example',
    }),
    domains: z
      .array(domainAuthorization)
      .meta({ description: 'One entry for each domain. Empty without a seller domain.' }),
  })
  .meta({ id: 'PublicationAuthorization' });
/** An object of `publicationAuthorizationView`. */
export type PublicationAuthorizationView = z.output<typeof publicationAuthorizationView>;
