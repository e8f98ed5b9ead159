import { useQuery } from '@tanstack/react-query'
import { GitPullRequest } from 'lucide-react'
import { useState } from 'react'
import { listPullRequests } from '../../../api/pipelineQueries.ts'
import { isRefused } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { CockpitTabs } from '../../../shared/CockpitTabs.tsx'
import { Failed } from '../../../shared/Failed.tsx'
import { RefusedPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { pullRequestLabels } from './labels.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { PullRequestRow } from './PullRequestRow.tsx'
import { StoppedUpdates } from './StoppedUpdates.tsx'

export function PullRequestsPage() {
  const list = useQuery(listPullRequests())
  const [merging, setMerging] = useState<number>()
  const { data } = list
  if (list.error && isRefused(list.error)) {
    return (
      <RefusedPage
        reason="Only administrators and auditors can view pull requests. Your requests show their own status."
        homeHref={paths.requests()}
        homeLabel="Your requests"
      />
    )
  }
  const chosen = data?.items.find(({ number }) => number === merging)
  return (
    <Page
      title="Pull requests"
      breadcrumbs={[{ label: 'Cockpit', href: paths.work() }]}
      description="Changes to the landing-zone repository. Slipway opens them, watches their checks and continues after the merge."
      tabs={<CockpitTabs current="pullRequests" />}
    >
      {list.error && !data ? (
        <Panel>
          <Failed what="The pull requests" error={list.error} onRetry={() => void list.refetch()} />
        </Panel>
      ) : !data ? (
        <Panel>
          <SkeletonText lines={8} />
        </Panel>
      ) : (
        <div className="space-y-6">
          {data.items.length === 0 ? (
            <Panel>
              <EmptyState icon={GitPullRequest} title={pullRequestLabels.none}>
                {data.merge === 'automatic'
                  ? 'Approved changes become pull requests. Slipway merges them when all checks pass.'
                  : 'Approved changes become pull requests, which you can merge here.'}
              </EmptyState>
            </Panel>
          ) : (
            <Panel
              flush
              title={`Open pull requests (${data.items.length}${data.more ? ', and more' : ''})`}
              description={
                data.merge === 'automatic'
                  ? 'Merged automatically when all checks pass.'
                  : 'Merge here, or from a pipeline with an API key.'
              }
            >
              <ul aria-label={pullRequestLabels.open} className="divide-y divide-line">
                {data.items.map((pull) => (
                  <PullRequestRow
                    key={`${pull.run.id} ${pull.branch}`}
                    pull={pull}
                    automatic={data.merge === 'automatic'}
                    onMerge={() => setMerging(pull.number)}
                  />
                ))}
              </ul>
            </Panel>
          )}
          <StoppedUpdates />
        </div>
      )}
      {chosen && <MergeDialog key={chosen.number} pull={chosen} onClose={() => setMerging(undefined)} />}
    </Page>
  )
}
