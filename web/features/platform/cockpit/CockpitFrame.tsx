import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isDenied } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { CockpitTabs } from '../../../shared/CockpitTabs.tsx'
import { type CockpitTab, cockpitTabsLabel } from '../../../shared/cockpitTabLabels.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { cockpitLabels } from './labels.ts'

export function CockpitFrame<T>({
  tab,
  title,
  documentTitle,
  description,
  subject,
  query,
  actions,
  children,
}: {
  tab: CockpitTab
  title: string
  documentTitle?: string | undefined
  description: ReactNode
  /** The text completes the sentence “The queues could not be loaded”. */
  subject: string
  query: UseQueryResult<T>
  actions?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (query.error && isDenied(query.error)) {
    return <AccessDeniedPage reason={cockpitLabels.denied} homeHref={paths.requests()} homeLabel="Your requests" />
  }
  return (
    <Page
      title={title}
      documentTitle={documentTitle}
      {...(tab !== 'work' && { breadcrumbs: [{ label: cockpitTabsLabel, href: paths.runs() }] })}
      description={description}
      actions={actions}
      tabs={<CockpitTabs current={tab} />}
    >
      {!query.data ? (
        <Panel>
          <Loading subject={subject} query={query} lines={8} />
        </Panel>
      ) : (
        children(query.data)
      )}
    </Page>
  )
}
