import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ban, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { getRun } from '../../../api/cockpitQueries.ts'
import { isDenied } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { ActivityDisclosure } from '../../../shared/ActivityDisclosure.tsx'
import { cockpitTabsLabel } from '../../../shared/cockpitTabLabels.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { RunTimeline } from '../../../shared/RunTimeline.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { runActionLabels } from '../../../shared/runActionLabels.ts'
import { useIsAdmin } from '../../../shared/useIsAdmin.ts'
import { useRunActions } from '../../../shared/useRunActions.ts'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { pathOfSubject } from '../../../subjects.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { runLabels } from './labels.ts'
import { RunFacts } from './RunFacts.tsx'
import { RunStatus } from './runDisplays.tsx'

const route = getRouteApi('/work/runs/$runId')
const crumbs = [{ label: cockpitTabsLabel, href: paths.runs() }]

export function RunPage() {
  const { runId } = route.useParams()
  const isAdmin = useIsAdmin()
  const query = useQuery(getRun(runId))
  const { retry, busy } = useRunActions()
  const [isCancelling, setIsCancelling] = useState(false)
  const run = query.data
  if (query.error && isDenied(query.error))
    return (
      <AccessDeniedPage
        reason="Only administrators and auditors can see runs. To see the progress of your requests, open the requests."
        homeHref={paths.requests()}
        homeLabel="Your requests"
      />
    )
  if (!run) {
    return (
      <Page title="Run" breadcrumbs={crumbs}>
        <Panel>
          <Loading subject="this run" query={query} lines={8} />
        </Panel>
      </Page>
    )
  }
  const retryRun = () => retry([run.id]).catch((error: Error) => toast.bad('Couldn’t retry the run', { description: error.message }))
  return (
    <Page
      title={run.about.name}
      breadcrumbs={crumbs}
      aside={<RunStatus pill status={run.status} stuckSince={run.stuckSince} />}
      description={
        <>
          {run.title}
          {run.about.person && ` · ${run.about.person}`}
          {' · '}
          <Link href={pathOfSubject(run.subjectKind, run.subjectId, run.about.accountId)}>{run.about.reference ?? 'Open request'}</Link>
          {' · '}started <RelativeTime at={run.startedAt ?? run.createdAt} />
        </>
      }
      actions={
        isAdmin && (
          <>
            <Button icon={Ban} disabledReason={reasonOf(run, 'cancel')} onClick={() => setIsCancelling(true)}>
              {runLabels.cancel}
            </Button>
            <Button
              variant="primary"
              icon={RotateCw}
              loading={busy}
              disabledReason={reasonOf(run, 'retry')}
              onClick={() => void retryRun()}
            >
              Retry
            </Button>
          </>
        )
      }
    >
      <div className="space-y-4">
        {run.cancellation && (
          <Banner
            tone={run.undoes ? 'info' : 'neutral'}
            title={run.undoes ? 'This run rolls back a cancelled run' : runActionLabels.cancelledBy(run.cancellation.by)}
            action={
              run.undoes ? (
                <Button size="sm" href={paths.run(run.undoes)}>
                  Open cancelled run
                </Button>
              ) : (
                run.undoneBy && (
                  <Button size="sm" href={paths.run(run.undoneBy)}>
                    Open rollback
                  </Button>
                )
              )
            }
          >
            {run.undoes && `${run.cancellation.by}: `}“{run.cancellation.reason}” · <RelativeTime at={run.cancellation.at} />
          </Banner>
        )}
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <Panel title="Steps">
            <RunTimeline run={run} label={runLabels.stepsOf(run.about.name)} withoutRetry />
            <ActivityDisclosure kind="workRun" id={run.id} />
          </Panel>
          <RunFacts run={run} />
        </div>
      </div>
      {isCancelling && <CancelDialog runIds={[run.id]} name={run.about.name} onClose={() => setIsCancelling(false)} />}
    </Page>
  )
}
