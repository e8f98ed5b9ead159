import { useQuery } from '@tanstack/react-query'
import { GitPullRequest } from 'lucide-react'
import { useState } from 'react'
import { listPullRequests } from '../../../api/pipelineQueries.ts'
import { isDenied } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { CockpitTabs } from '../../../shared/CockpitTabs.tsx'
import { cockpitTabsLabel } from '../../../shared/cockpitTabLabels.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { pullRequestLabels } from './labels.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { PullRequestRow } from './PullRequestRow.tsx'
import { StoppedUpdates } from './StoppedUpdates.tsx'

export function PullRequestsPage() {
  const list = useQuery(listPullRequests())
  const [pullToMerge, setPullToMerge] = useState<number>()
  const { data } = list
  if (list.error && isDenied(list.error)) {
    return <AccessDeniedPage reason={pullRequestLabels.denied} homeHref={paths.requests()} homeLabel="Your requests" />
  }
  const selected = data?.items.find(({ number }) => number === pullToMerge)
  return (
    <Page
      title="Pull requests"
      breadcrumbs={[{ label: cockpitTabsLabel, href: paths.runs() }]}
      description="Changes to the landing-zone repository. Slipway opens the pull requests, watches their checks and continues after the merge."
      tabs={<CockpitTabs current="pullRequests" />}
    >
      {!data ? (
        <Panel>
          <Loading subject="the pull requests" query={list} lines={8} />
        </Panel>
      ) : (
        <div className="space-y-6">
          {data.items.length === 0 ? (
            <Panel>
              <EmptyState icon={GitPullRequest} title={pullRequestLabels.none}>
                {data.merge === 'automatic'
                  ? 'Pull requests for approved changes appear here. Slipway merges them when all checks pass.'
                  : 'Pull requests for approved changes appear here. You can merge them here.'}
              </EmptyState>
            </Panel>
          ) : (
            <Panel
              flush
              title={`Open pull requests (${data.items.length}${data.more ? ' or more' : ''})`}
              description={
                data.merge === 'automatic'
                  ? 'Merged automatically when all checks pass.'
                  : 'You can merge here or from a pipeline with an API key.'
              }
            >
              <ul aria-label={pullRequestLabels.open} className="divide-y divide-line">
                {data.items.map((pull) => (
                  <PullRequestRow
                    key={`${pull.run.id} ${pull.branch}`}
                    pull={pull}
                    automatic={data.merge === 'automatic'}
                    onMerge={() => setPullToMerge(pull.number)}
                  />
                ))}
              </ul>
            </Panel>
          )}
          <StoppedUpdates />
        </div>
      )}
      {selected && <MergeDialog key={selected.number} pull={selected} onClose={() => setPullToMerge(undefined)} />}
    </Page>
  )
}
