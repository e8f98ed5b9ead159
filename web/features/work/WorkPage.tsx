import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheckBig } from 'lucide-react'
import { isRefused } from '../../api/problem.ts'
import { listWork } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Failed } from '../../shared/Failed.tsx'
import type { WorkRun } from '../../shared/requestTypes.ts'
import { RefusedPage } from '../../shell/Pages.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SkeletonText } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { RunCard } from './RunCard.tsx'

const route = getRouteApi('/work')

/** Work that is stuck or in flight: what it is about, the step it is at, the cause, the next try, and the way on. */
export function WorkPage() {
  const { status } = route.useSearch()
  const finished = status === 'succeeded'
  const work = useQuery(listWork(finished ? 'succeeded' : undefined))
  if (work.error && isRefused(work.error)) {
    return (
      <RefusedPage
        reason="Work is watched by administrators and auditors. Your own requests show theirs on their pages."
        homeHref={paths.requests()}
      />
    )
  }
  return (
    <Page
      title="Work"
      description="Everything approved ends carried out once, or stands here with what holds it up."
      tabs={
        <Tabs
          label="Which work"
          current={finished ? 'finished' : 'open'}
          items={[
            { id: 'open', label: 'Stuck and in flight', href: paths.work() },
            { id: 'finished', label: 'Finished', href: paths.work('succeeded') },
          ]}
        />
      }
    >
      {work.error && !work.data ? (
        <Panel>
          <Failed what="The work" error={work.error} onRetry={() => work.refetch()} />
        </Panel>
      ) : !work.data ? (
        <Panel title="Loading">
          <SkeletonText lines={6} />
        </Panel>
      ) : (
        <Runs runs={work.data} finished={finished} />
      )}
    </Page>
  )
}

function Runs({ runs, finished }: { runs: readonly WorkRun[]; finished: boolean }) {
  const stuck = runs.filter((run) => run.status === 'failed')
  const rest = runs.filter((run) => run.status !== 'failed')
  if (runs.length === 0) {
    return (
      <Panel>
        <EmptyState icon={CircleCheckBig} title={finished ? 'Nothing has been finished yet' : 'Nothing is stuck, nothing is in flight'}>
          {finished ? 'Finished work is listed here.' : 'What is approved appears here while it is being built.'}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <div className="space-y-6">
      {stuck.length > 0 && <Group title={`Stuck (${stuck.length})`} runs={stuck} />}
      {rest.length > 0 && <Group title={finished ? 'Finished' : `In flight (${rest.length})`} runs={rest} />}
    </div>
  )
}

function Group({ title, runs }: { title: string; runs: readonly WorkRun[] }) {
  return (
    <section>
      <h2 className="mb-2 text-md">{title}</h2>
      <ul className="space-y-3">
        {runs.map((run) => (
          <li key={run.id}>
            <RunCard run={run} />
          </li>
        ))}
      </ul>
    </section>
  )
}
