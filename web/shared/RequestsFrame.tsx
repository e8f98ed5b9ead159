import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Page } from '../ui/Page.tsx'
import { Tabs } from '../ui/Tabs.tsx'

/** `mine` lists all kinds. Each of the others lists all requests of one kind that the reader can see. */
const tabs = [
  { id: 'mine', label: 'My requests', href: paths.requests() },
  { id: 'accounts', label: 'Account requests', href: paths.requests({ show: 'all' }) },
  { id: 'access', label: 'Access requests', href: paths.accessRequests() },
  { id: 'sandboxes', label: 'Sandbox requests', href: paths.sandboxRequests() },
] as const

interface RequestsFrameProps {
  part: (typeof tabs)[number]['id']
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function RequestsFrame({ part, description, actions, children }: RequestsFrameProps) {
  return (
    <Page title="Requests" description={description} actions={actions} tabs={<Tabs label="Request lists" items={tabs} current={part} />}>
      {children}
    </Page>
  )
}
