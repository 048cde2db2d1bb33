import { AdcpError } from '@adcp/sdk/server';
import type { AccountOfBuyer } from '../accounts/read-buyer.ts';
import type { SellerContext } from '../seller-context.ts';

/** Returns the account of a call that changes data of an account. */
export function accountOfData({ buyer }: SellerContext, accountId: string): AccountOfBuyer {
  const account = buyer.accounts.find((one) => one.accountId === accountId);
  if (account !== undefined) return account;
  throw new AdcpError('ACCOUNT_NOT_FOUND', { message: 'The account is required', field: 'account' });
}

const maxTextLength = 255;

/** Returns the fault of IDs and names of a buyer: one line of limited length. null: none. */
export function textFaultOf(...texts: readonly string[]): string | null {
  const isFine = texts.every(
    (text) => text.length > 0 && text.length <= maxTextLength && !/[\p{Cc}\p{Cs}]/u.test(text),
  );
  return isFine ? null : `IDs and names must have 1 to ${maxTextLength} characters and no control characters`;
}
