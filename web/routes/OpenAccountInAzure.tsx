import { useQuery } from '@tanstack/react-query'
import { listUserExistingAccess } from '../api/accessQueries.ts'
import type { CallResult } from '../api/client.ts'
import { getMe } from '../api/queries.ts'
import { OpenInAzure } from '../shared/OpenInAzure.tsx'
import { canWorkIn } from './canWorkIn.ts'

/** The primary button of the account’s page, but only for people who can work in the account. */
export function OpenAccountInAzure({ account }: { account: CallResult<'getAccount'> }) {
  const me = useQuery(getMe()).data
  const heldAccess = useQuery(listUserExistingAccess()).data ?? []
  if (!account.subscriptionId || account.status === 'decommissioned' || !me) return null
  return <OpenInAzure subscriptionId={account.subscriptionId} variant={canWorkIn(account, me, heldAccess) ? 'primary' : 'secondary'} />
}
