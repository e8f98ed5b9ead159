import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listAccessDifferences } from '../api/driftQueries.ts'
import { paths } from '../paths.ts'
import { Page } from '../ui/Page.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { accessTabLabels, accessTabsLabel } from './accessTabLabels.ts'

const parts = [
  { id: 'mine', label: accessTabLabels.mine, href: paths.access() },
  { id: 'find', label: accessTabLabels.find, href: paths.findAccess() },
  { id: 'roles', label: accessTabLabels.roles, href: paths.privilegedRoles() },
  { id: 'drift', label: accessTabLabels.drift, href: paths.accessDrift() },
  { id: 'reviews', label: accessTabLabels.reviews, href: paths.accessReviews() },
  { id: 'emergency', label: accessTabLabels.emergency, href: paths.emergencyAccess() },
] as const
type AccessPart = (typeof parts)[number]['id']

interface AccessPageProps {
  part: AccessPart
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function AccessPage({ part, description, actions, children }: AccessPageProps) {
  const drift = useQuery(listAccessDifferences({ size: 1 })).data?.open ?? 0
  const items = parts.map((each) => (each.id === 'drift' && drift > 0 ? { ...each, count: drift, countTone: 'warn' as const } : each))
  return (
    <Page
      title={accessTabsLabel}
      description={description}
      actions={actions}
      tabs={<Tabs label={accessTabsLabel} items={items} current={part} />}
    >
      {children}
    </Page>
  )
}
