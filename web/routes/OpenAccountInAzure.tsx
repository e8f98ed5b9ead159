import { useQuery } from '@tanstack/react-query'
import { listUserExistingAccess } from '../api/accessQueries.ts'
import type { CallResult } from '../api/client.ts'
import { getMe } from '../api/queries.ts'
import { OpenInAzure } from '../shared/OpenInAzure.tsx'
import { hasAccountAccess } from './hasAccountAccess.ts'

export function OpenAccountInAzure({ account }: { account: CallResult<'getAccount'> }) {
  const me = useQuery(getMe()).data
  const currentAccess = useQuery(listUserExistingAccess()).data ?? []
  if (!account.subscriptionId || account.status === 'decommissioned' || !me) return null
  return (
    <OpenInAzure subscriptionId={account.subscriptionId} variant={hasAccountAccess(account, me, currentAccess) ? 'primary' : 'secondary'} />
  )
}
