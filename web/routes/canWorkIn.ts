import type { CallResult } from '../api/client.ts'

type Held = Pick<CallResult<'listUserExistingAccess'>[number], 'status'> & { account: { id: string } }

/** True for owners of the account, members of its access groups, and administrators. Others have no access to its subscription. */
export function canWorkIn(
  { id, owners }: { id: string; owners: readonly { id: string }[] },
  me: Pick<CallResult<'getMe'>, 'id' | 'roles'>,
  heldAccess: readonly Held[],
): boolean {
  if (me.roles.includes('admin') || owners.some((owner) => owner.id === me.id)) return true
  return heldAccess.some(({ account, status }) => account.id === id && status === 'active')
}
