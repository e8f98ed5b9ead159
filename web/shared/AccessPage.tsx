import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listAccessDifferences } from '../api/driftQueries.ts'
import { paths } from '../paths.ts'
import { Page } from '../ui/Page.tsx'
import { Tabs } from '../ui/Tabs.tsx'

const parts = [
  { id: 'mine', label: 'My access', href: paths.access() },
  { id: 'find', label: 'Find access', href: paths.findAccess() },
  { id: 'roles', label: 'Privileged roles', href: paths.privilegedRoles() },
  { id: 'drift', label: 'Drift', href: paths.accessDrift() },
  { id: 'reviews', label: 'Reviews', href: paths.accessReviews() },
  { id: 'emergency', label: 'Emergency', href: paths.emergencyAccess() },
] as const
export type AccessPart = (typeof parts)[number]['id']

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
    <Page title="Access" description={description} actions={actions} tabs={<Tabs label="Access" items={items} current={part} />}>
      {children}
    </Page>
  )
}
