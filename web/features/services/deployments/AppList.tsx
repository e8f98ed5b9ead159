import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/Link.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { DeploymentStatus } from './DeploymentStatus.tsx'
import { describeAction, describeDestination, healthDisplay, plainAddress, shortRevision, syncDisplay } from './deploymentLabels.ts'
import { deploymentTabLabels } from './labels.ts'
import type { App, LiveApp } from './types.ts'

export function AppList({ accountId, apps }: { accountId: string; apps: readonly App[] }) {
  return (
    <ul aria-label={deploymentTabLabels.applications} className="divide-y divide-line">
      {apps.map((app) => (
        <li key={app.name} className="grid gap-x-8 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)]">
          <div className="min-w-0">
            <h3 className="font-semibold wrap-anywhere">{app.name}</h3>
            {app.live ? <Health live={app.live} /> : app.last && <p className="text-sm text-ink-2">{describeMissingApp(app)}</p>}
          </div>
          <div className="min-w-0 text-sm">{app.live && <Origin live={app.live} />}</div>
          <div className="min-w-0 text-sm md:text-right">
            <LastDeployment accountId={accountId} app={app} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function describeMissingApp({ last }: App): string {
  return last?.status === 'queued' || last?.status === 'running'
    ? 'This application isn’t in Argo CD yet.'
    : deploymentTabLabels.healthUnknown
}

function Health({ live }: { live: LiveApp }) {
  const { tone, label, icon } = healthDisplay(live)
  const healthProblem = live.health !== 'Healthy' && live.healthMessage
  return (
    <>
      <p>
        <Status tone={tone} {...(icon && { icon })}>
          {label}
        </Status>
      </p>
      {healthProblem && <p className="text-sm text-ink-2 wrap-anywhere">{live.healthMessage}</p>}
      {live.problems.map((problem) => (
        <p key={problem} className="text-sm text-bad wrap-anywhere">
          {problem}
        </p>
      ))}
    </>
  )
}

function Origin({ live }: { live: LiveApp }) {
  const { sync, revision, source, destination } = live
  const { tone, label } = syncDisplay(sync)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <Status tone={tone}>{label}</Status>
        {revision && (
          <code title={revision} className="font-mono text-[0.92em] wrap-anywhere">
            {shortRevision(revision)}
          </code>
        )}
      </p>
      {source && (
        <p className="text-ink-2 wrap-anywhere">
          {plainAddress(source.repository)}
          {(source.chart ?? source.path) && ` · ${source.chart ?? source.path}`}
        </p>
      )}
      {destination.cluster && (
        <p className="text-ink-2 wrap-anywhere">{describeDestination(destination.namespace ?? '', destination.cluster)}</p>
      )}
    </>
  )
}

function LastDeployment({ accountId, app: { name, live, last } }: { accountId: string; app: App }) {
  if (!last) return <p className="text-ink-2">No deployments through Slipway</p>
  return (
    <>
      <p>
        <Link href={paths.deployments(accountId, last.id)}>
          {describeAction(last)}
          <span className="sr-only"> {deploymentTabLabels.of(name)}</span>
        </Link>
      </p>
      <p>
        <DeploymentStatus deployment={last} />
      </p>
      {last.status === 'failed' && !live?.healthMessage && <p className="line-clamp-2 text-ink-2 wrap-anywhere">{last.result}</p>}
      <p className="text-ink-2">
        <RelativeTime at={last.endedAt ?? last.startedAt ?? last.createdAt} />
      </p>
    </>
  )
}
