import type { CallResult } from '../api/client.ts'

type AccessEntry = Pick<CallResult<'listUserExistingAccess'>[number], 'status'> & { account: { id: string } }

/**
 * Returns true for owners of the account, members of its access groups, and administrators. Other people have no access to its
 * subscription.
 */
export function hasAccountAccess(
  { id, owners }: { id: string; owners: readonly { id: string }[] },
  me: Pick<CallResult<'getMe'>, 'id' | 'roles'>,
  currentAccess: readonly AccessEntry[],
): boolean {
  if (me.roles.includes('admin') || owners.some((owner) => owner.id === me.id)) return true
  return currentAccess.some(({ account, status }) => account.id === id && status === 'active')
}
