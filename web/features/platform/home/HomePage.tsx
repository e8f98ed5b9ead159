import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { waitingForMe } from '../../../api/inboxQueries.ts'
import { getMe, listAccountRequests, listMyAccounts } from '../../../api/queries.ts'
import { listMySandboxes } from '../../../api/sandboxQueries.ts'
import { cx } from '../../../ui/cx.ts'
import { Page } from '../../../ui/Page.tsx'
import { ActiveRoles } from '../../access/pim/ActiveRoles.tsx'
import { MyAccounts } from './MyAccounts.tsx'
import { MyRequests } from './MyRequests.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { Notifications } from './Notifications.tsx'
import { QuickActions } from './QuickActions.tsx'
import { MySandboxes } from './SandboxRows.tsx'
import { UnhealthyAccounts } from './UnhealthyAccounts.tsx'

export function HomePage() {
  const me = useQuery(getMe()).data
  return me ? <Home me={me} /> : null
}

function Home({ me }: { me: CallResult<'getMe'> }) {
  const requests = useQuery(
    listAccountRequests({ filter: `requester==${me.id};status=in=(pending_approval,changes_requested,approved)`, size: 50 }),
  )
  const sections = [requests, useQuery(waitingForMe()), useQuery(listMyAccounts()), useQuery(listMySandboxes())]
  const pending = sections.some(({ isPending }) => isPending)
  return (
    <Page title={`Hello, ${me.displayName.split(' ')[0]}`}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="min-w-0 space-y-4">
          <NeedsAttention me={me} requestsQuery={requests} />
          <MyRequests requestsQuery={requests} />
          <UnhealthyAccounts me={me} />
          <MySandboxes />
          <MyAccounts me={me} />
        </div>
        {/* The loading sections above would push the content down on a narrow screen. */}
        <div className={cx('min-w-0 space-y-4', pending && 'max-lg:hidden')}>
          <ActiveRoles />
          <QuickActions me={me} />
          <Notifications />
        </div>
      </div>
    </Page>
  )
}
