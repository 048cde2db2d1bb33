import { z } from 'zod';
import { purchaseApprovals } from '../../core/vocabulary/codes/selling-codes.ts';
import {
  maxBuyerAccounts,
  maxKeyIdLength,
  maxPackagesOfBuyer,
  maxRevokedKeys,
} from '../../core/vocabulary/limits/selling-limits.ts';
import { idList } from '../booking/campaign.ts';
import { commonView, domainSchema, externalIdSchema, idSchema, moneySchema, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

const describeServiceAccount =
  'Service account whose tokens the agent uses. It may only have scopes of the role `advertiser`, and belongs to one buyer agent. Cannot be changed.';
const describeAccounts =
  'Advertisers and brands for which the agent buys. It sees and changes only their objects. Empty: none yet.';
const describePackages = 'Product packages that the agent sees. Null: all active packages.';
const describeCampaignBudget = 'Largest budget of one campaign that the agent saves. Null: no limit.';
const describeDailyBudget =
  'Largest amount by which the agent increases budgets of campaigns in 24 hours, including new campaigns. Null: no limit.';
const describeApproval =
  '`required`: ad operations review each purchase and each change of its terms. `automatic`: bookings of the agent are approved immediately within its limits, unless the four-eyes setting is on. Creatives are always reviewed.';
const describeTest =
  'Test account: its purchases are options, which do not deliver unless ad operations convert them, and it can use the test controller of the protocol. Cannot be changed.';
const describeJwksUrl =
  'URL of the public keys of the agent (JSON Web Key Set), with which signed calls are verified. Null: signatures are not accepted.';
const describeRequireSigned =
  'If true, calls that change something must be signed (RFC 9421), also with an access token. Requires `jwksUrl`. The token then reads only, except at the seller agent.';
const describeRevokedKeys = 'IDs (`kid`) of keys whose signatures are refused, although the agent still publishes them';
const describeActive = 'If false, every call of the agent is refused';

const maxJwksUrl = 2_000;
/** User name in a URL. */
const credentials = /^https?:\/\/[^/?#]*@/i;

const buyerAccount = z
  .strictObject({
    advertiserCompanyId: idSchema('media partner that advertises'),
    brandId: idSchema('brand of the advertiser'),
    invoiceCompanyId: idSchema('media partner that is invoiced'),
    operator: domainSchema.nullish().meta({
      description: 'Domain of the agency that operates the account. Null: the advertiser itself.',
      example: 'agency.example',
    }),
  })
  .meta({ id: 'BuyerAgentAccount' });

/** Creates or replaces a buyer agent. */
export const buyerAgentBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Northwind buying agent' }),
    externalId: externalIdSchema,
    serviceAccountId: idSchema('service account').meta({ description: describeServiceAccount, example: 12 }),
    accounts: z
      .array(buyerAccount)
      .max(maxBuyerAccounts, { error: fieldMessage('maxEntries', { count: maxBuyerAccounts }) })
      .refine((accounts) => new Set(accounts.map(accountKey)).size === accounts.length, {
        error: fieldMessage('noDuplicates'),
      })
      .default([])
      .meta({ description: describeAccounts }),
    packageIds: idList('product packages', maxPackagesOfBuyer)
      .nullish()
      .meta({ description: describePackages, example: [12] }),
    maxCampaignBudget: moneySchema.nullish().meta({ description: describeCampaignBudget }),
    maxDailyBudget: moneySchema.nullish().meta({ description: describeDailyBudget }),
    purchaseApproval: z
      .enum(purchaseApprovals)
      .default('required')
      .meta({ description: describeApproval, example: 'required' }),
    jwksUrl: z
      .url({ protocol: /^https?$/, error: fieldMessage('httpUrlPlain') })
      .max(maxJwksUrl)
      .refine((url) => !credentials.test(url), { error: fieldMessage('httpUrlPlain') })
      .nullish()
      .meta({ description: describeJwksUrl, example: 'https://agent.example/.well-known/jwks.json' }),
    requireSignedRequests: z.boolean().default(false).meta({ description: describeRequireSigned, example: false }),
    revokedKeyIds: z
      .array(z.string().min(1).max(maxKeyIdLength))
      .max(maxRevokedKeys, { error: fieldMessage('maxEntries', { count: maxRevokedKeys }) })
      .refine((ids) => new Set(ids).size === ids.length, { error: fieldMessage('noDuplicates') })
      .default([])
      .meta({ description: describeRevokedKeys, example: ['agent-2025'] }),
    test: z.boolean().default(false).meta({ description: describeTest, example: false }),
    active: z.boolean().default(true).meta({ description: describeActive, example: true }),
  })
  .meta({ id: 'BuyerAgentBody' });
/** A valid `buyerAgentBody`. */
export type BuyerAgentBody = z.output<typeof buyerAgentBody>;

/** A buyer agent as returned by the API. */
export const buyerAgentView = z
  .strictObject({
    ...commonView,
    serviceAccountId: z.number().meta({ description: describeServiceAccount, example: 12 }),
    accounts: z
      .array(
        z.strictObject({
          advertiserCompanyId: z.number().meta({ description: 'Media partner that advertises', example: 12 }),
          brandId: z.number().meta({ description: 'Brand of the advertiser', example: 12 }),
          invoiceCompanyId: z.number().meta({ description: 'Media partner that is invoiced', example: 12 }),
          operator: z.string().nullable().meta({
            description: 'Domain of the agency that operates the account. Null: the advertiser itself.',
            example: 'agency.example',
          }),
        }),
      )
      .meta({ description: describeAccounts }),
    packageIds: z
      .array(z.number())
      .nullable()
      .meta({ description: describePackages, example: [12] }),
    maxCampaignBudget: moneySchema.nullable().meta({ description: describeCampaignBudget }),
    maxDailyBudget: moneySchema.nullable().meta({ description: describeDailyBudget }),
    purchaseApproval: z.enum(purchaseApprovals).meta({ description: describeApproval, example: 'required' }),
    jwksUrl: z
      .string()
      .nullable()
      .meta({ description: describeJwksUrl, example: 'https://agent.example/.well-known/jwks.json' }),
    requireSignedRequests: z.boolean().meta({ description: describeRequireSigned, example: false }),
    revokedKeyIds: z.array(z.string()).meta({ description: describeRevokedKeys, example: ['agent-2025'] }),
    test: z.boolean().meta({ description: describeTest, example: false }),
    active: z.boolean().meta({ description: describeActive, example: true }),
    requestedAccounts: z
      .array(
        z.strictObject({
          brandDomain: z.string().meta({ description: 'Domain of the brand', example: 'brand.example' }),
          operator: z
            .string()
            .meta({ description: 'Domain of the agency, or of the brand', example: 'agency.example' }),
          requestedAt: z.string().meta({ description: 'Time of the request', example: '2026-11-28T09:00:00.000Z' }),
        }),
      )
      .meta({
        description:
          'Accounts that the agent requested (`sync_accounts`) and that are not in `accounts` yet, oldest first',
        example: [],
      }),
  })
  .meta({ id: 'BuyerAgent' });
/** An account of a buyer agent as it is stored and returned. */
export type BuyerAccount = z.output<typeof buyerAgentView>['accounts'][number];

function accountKey({
  brandId,
  operator,
}: {
  readonly brandId: number;
  readonly operator?: string | null | undefined;
}) {
  return `${brandId} ${operator ?? ''}`;
}
