import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Siren } from 'lucide-react'
import type { ReactNode } from 'react'
import { listEmergencyAccess } from '../../../api/emergencyQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { AccessPage } from '../../../shared/AccessPage.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { Trend } from '../../../shared/Trend.tsx'
import { PageLinks } from '../../../ui/PageLinks.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { EmergencyCard } from './EmergencyCard.tsx'
import { ProfilesPanel } from './ProfilesPanel.tsx'
import type { Emergency } from './types.ts'

const route = getRouteApi('/access/emergency')
const size = 10

export function EmergencyPage() {
  const { page = 1 } = route.useSearch()
  const currentUser = useQuery(getMe()).data
  const open = useQuery(listEmergencyAccess({ open: true, size: 100 }))
  const closed = useQuery(listEmergencyAccess({ open: false, page, size }))
  const isAdmin = currentUser?.roles.includes('admin') ?? false
  const isResponsible = isAdmin || (currentUser?.roles.includes('auditor') ?? false)
  const card = (each: Emergency) => (
    <EmergencyCard key={each.id} emergency={each} mine={each.person.id === currentUser?.id} admin={isAdmin} />
  )
  const last = Math.max(1, Math.ceil((closed.data?.total ?? 0) / size))
  return (
    <AccessPage
      part="emergency"
      description="Temporary access without approval, for people on call. Each use closes after another person reviews the post-use report."
    >
      {isResponsible && <Trend name="emergency" />}
      <div className="space-y-4">
        <Panel title="Open" flush>
          <EmergencyBoundary query={open}>
            {(items) => (items.length === 0 ? <Nothing /> : <ul className="divide-y divide-line">{items.map(card)}</ul>)}
          </EmergencyBoundary>
        </Panel>
        {isResponsible && <ProfilesPanel />}
        {closed.data?.total === 0 ? null : (
          <Panel
            title="Closed"
            flush
            footer={last > 1 && <PageLinks page={page} pages={last} linkTo={(to) => ({ href: paths.emergencyAccess(to) })} />}
          >
            <EmergencyBoundary query={closed}>{(items) => <ul className="divide-y divide-line">{items.map(card)}</ul>}</EmergencyBoundary>
          </Panel>
        )}
      </div>
    </AccessPage>
  )
}

function EmergencyBoundary({
  query,
  children,
}: {
  query: UseQueryResult<{ items: Emergency[] }>
  children: (items: Emergency[]) => ReactNode
}) {
  if (query.data) return children(query.data.items)
  return (
    <div className="p-4">
      <Loading subject="emergency access" query={query} lines={5} />
    </div>
  )
}

function Nothing() {
  return (
    <div className="p-4">
      <EmptyState icon={Siren} title="No open emergency access">
        <p>On call and need urgent access? Open the account, then select More and Emergency access.</p>
      </EmptyState>
    </div>
  )
}
