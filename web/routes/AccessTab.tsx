import { GroupsPanel } from '../features/access/assignments/GroupsPanel.tsx'
import type { Account } from '../features/access/assignments/types.ts'
import { DriftBanner } from '../features/access/drift/DriftBanner.tsx'
import { PrivilegedRoles } from '../features/access/pim/PrivilegedRoles.tsx'

/** Who may do what in an account: its groups, what one has of them, and the privileged roles one may take. */
export function AccessTab({ account }: { account: Account }) {
  return (
    <div className="space-y-4">
      <DriftBanner accountId={account.id} />
      <GroupsPanel account={account} />
      {account.subscriptionId !== null && <PrivilegedRoles account={account} />}
    </div>
  )
}
