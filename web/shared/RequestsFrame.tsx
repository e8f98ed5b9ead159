import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Page } from '../ui/Page.tsx'
import { Tabs } from '../ui/Tabs.tsx'

/** `mine` shows all kinds. The others show all requests of one kind that the reader can see. */
const tabs = [
  { id: 'mine', label: 'My requests', href: paths.requests() },
  { id: 'accounts', label: 'Account requests', href: paths.requests({ show: 'all' }) },
  { id: 'access', label: 'Access requests', href: paths.accessRequests() },
  { id: 'sandboxes', label: 'Sandbox requests', href: paths.sandboxRequests() },
] as const

interface RequestsFrameProps {
  part: (typeof tabs)[number]['id']
  /** One or two plain sentences. */
  description?: ReactNode
  /** The primary button comes last. */
  actions?: ReactNode
  children: ReactNode
}

/** A list of requests below the tabs that all lists of requests share. */
export function RequestsFrame({ part, description, actions, children }: RequestsFrameProps) {
  return (
    <Page title="Requests" description={description} actions={actions} tabs={<Tabs label="Request lists" items={tabs} current={part} />}>
      {children}
    </Page>
  )
}
