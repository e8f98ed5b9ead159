import { GroupsPanel } from '../features/access/assignments/GroupsPanel.tsx'
import type { Account } from '../features/access/assignments/types.ts'
import { DriftBanner } from '../features/access/drift/DriftBanner.tsx'
import { PrivilegedRoles } from '../features/access/pim/PrivilegedRoles.tsx'

export function AccessTab({ account }: { account: Account }) {
  return (
    <div className="space-y-4">
      <DriftBanner accountId={account.id} />
      <GroupsPanel account={account} />
      {account.subscriptionId !== null && <PrivilegedRoles account={account} />}
    </div>
  )
}
