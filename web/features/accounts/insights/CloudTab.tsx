import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { AccountAccessDenied } from '../../../shared/AccountAccessDenied.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'

/** Explains why the content is missing to people who can’t see it, and before there is a subscription. */
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
