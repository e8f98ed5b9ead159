import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { AccountAccessDenied } from '../../../shared/AccountRefused.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'

/** Shows cloud data to people who can see it, once there is a subscription. `title` names what others can’t see. */
export function CloudTab({ account, title, children }: { account: CallResult<'getAccount'>; title: string; children: ReactNode }) {
  if (reasonOf(account, 'seeAll')) return <AccountAccessDenied account={account} title={title} />
  if (account.subscriptionId === null) {
    return (
      <Panel>
        <EmptyState icon={CloudOff} title="No subscription yet">
          Details appear when the account has a subscription.
        </EmptyState>
      </Panel>
    )
  }
  return <div className="space-y-4">{children}</div>
}
