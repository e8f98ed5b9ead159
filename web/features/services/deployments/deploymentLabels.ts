import { Pause } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import { EndedIcon, type Tone } from '../../../ui/Status.tsx'
import { deploymentTabLabels } from './labels.ts'
import type { App, Deployment, LiveApp } from './types.ts'

interface StatusDisplay {
  tone: Tone
  label: string
  icon?: Icon
}

const healths: Record<string, StatusDisplay> = {
  Healthy: { tone: 'ok', label: 'Healthy' },
  Progressing: { tone: 'busy', label: 'Progressing' },
  Degraded: { tone: 'bad', label: 'Degraded' },
  Suspended: { tone: 'warn', label: 'Suspended', icon: Pause },
  Missing: { tone: 'neutral', label: 'Missing' },
}
const syncs: Record<string, StatusDisplay> = {
  Synced: { tone: 'ok', label: 'In sync' },
  OutOfSync: { tone: 'warn', label: 'Out of sync' },
}
const statuses: Record<Deployment['status'], StatusDisplay> = {
  queued: { tone: 'neutral', label: 'Queued' },
  running: { tone: 'busy', label: 'Running' },
  succeeded: { tone: 'ok', label: 'Succeeded' },
  failed: { tone: 'bad', label: 'Failed' },
  cancelled: { tone: 'neutral', label: 'Cancelled', icon: EndedIcon },
  superseded: { tone: 'neutral', label: 'Superseded', icon: EndedIcon },
}

/** Newer versions of Argo CD can have other health values, which get a neutral label. */
export function healthDisplay({ health, removing }: Pick<LiveApp, 'health' | 'removing'>): StatusDisplay {
  if (removing) return { tone: 'busy', label: 'Removing' }
  return healths[health] ?? { tone: 'neutral', label: 'Health unknown' }
}

export const syncDisplay = (sync: string): StatusDisplay => syncs[sync] ?? { tone: 'neutral', label: 'Sync status unknown' }

export function deploymentDisplay({ status, action }: Pick<Deployment, 'status' | 'action'>): StatusDisplay {
  const display = statuses[status]
  return action === 'remove' && status === 'succeeded' ? { ...display, label: 'Removed' } : display
}

export const shortRevision = (revision: string): string => (/^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 7) : revision)

export function describeAction({ action, revision }: Pick<Deployment, 'action' | 'revision'>): string {
  return action === 'remove' ? 'Removal' : `Deploy ${shortRevision(revision ?? '')}`
}

export const describeDeployment = (deployment: Pick<Deployment, 'action' | 'revision'>, app: string): string =>
  `${describeAction(deployment)} ${deploymentTabLabels.of(app)}`

export const describeDestination = (namespace: string, cluster: string): string => `${namespace} on ${clusterName(cluster)}`

/** Shortens a repository URL: `github.com/northgate/shop-deploy`. */
export const plainAddress = (address: string): string => address.replace(/^(https|ssh):\/\/(\w+@)?|^git@/, '').replace(/\.git$/, '')

export const clusterName = (cluster: string): string =>
  cluster.replace(/^https:\/\//, '').replace(/(\.hcp)?\.[\w.]*azmk8s\.io(:\d+)?$|:443$/, '')

export function summarizeDryRun(apps: readonly App[]): string {
  const live = apps.flatMap((app) => (app.live ? [healthDisplay(app.live).tone] : []))
  const problemCount = live.filter((tone) => tone === 'bad').length
  const busy = live.filter((tone) => tone === 'busy').length
  const healthyCount = live.filter((tone) => tone === 'ok').length
  return [healthyCount > 0 && `${healthyCount} healthy`, busy > 0 && `${busy} in progress`, problemCount > 0 && `${problemCount} degraded`]
    .filter(Boolean)
    .join(' · ')
}

export function pipelineExample(
  origin: string,
  {
    tool,
    accountId,
    project,
  }: { tool: string; accountId: string; project: { destinations: { cluster: string; namespace: string }[]; sources: string[] } | null },
): string {
  const place = project?.destinations[0]
  const body = {
    accountId,
    name: 'my-app',
    revision: '$GIT_COMMIT',
    source: { repository: exampleSource(project?.sources[0]), path: 'deploy/my-app' },
    destination: { cluster: place?.cluster ?? 'my-cluster', namespace: place?.namespace.replace(/\*$/, 'my-app') ?? 'my-namespace' },
  }
  return [
    `curl -sS --fail-with-body ${origin}/${tool}/UpdateApp \\`,
    '  -H "x-api-key: $SLIPWAY_KEY" -H "content-type: application/json" \\',
    `  -d @- <<END\n${JSON.stringify(body, undefined, 2)}\nEND`,
  ].join('\n')
}

function exampleSource(source: string | undefined): string {
  if (!source || source === '*') return 'https://github.com/my-team/my-repository.git'
  return source.replaceAll('*', 'my-repository')
}
