import { Pause } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import { Ended, type Tone } from '../../../ui/Status.tsx'
import type { App, Deployment, LiveApp } from './types.ts'

interface StatusDisplay {
  tone: Tone
  word: string
  icon?: Icon
}

const healths: Record<string, StatusDisplay> = {
  Healthy: { tone: 'ok', word: 'Healthy' },
  Progressing: { tone: 'busy', word: 'Progressing' },
  Degraded: { tone: 'bad', word: 'Degraded' },
  Suspended: { tone: 'warn', word: 'Suspended', icon: Pause },
  Missing: { tone: 'neutral', word: 'Missing' },
}
const syncs: Record<string, StatusDisplay> = {
  Synced: { tone: 'ok', word: 'In sync' },
  OutOfSync: { tone: 'warn', word: 'Out of sync' },
}
const statuses: Record<Deployment['status'], StatusDisplay> = {
  queued: { tone: 'neutral', word: 'Queued' },
  running: { tone: 'busy', word: 'Running' },
  succeeded: { tone: 'ok', word: 'Succeeded' },
  failed: { tone: 'bad', word: 'Failed' },
  cancelled: { tone: 'neutral', word: 'Cancelled', icon: Ended },
  superseded: { tone: 'neutral', word: 'Superseded', icon: Ended },
}

/** Argo CD can add health values, so unknown ones get a neutral label. */
export function healthDisplay({ health, removing }: Pick<LiveApp, 'health' | 'removing'>): StatusDisplay {
  if (removing) return { tone: 'busy', word: 'Removing' }
  return healths[health] ?? { tone: 'neutral', word: 'Health unknown' }
}

export const syncDisplay = (sync: string): StatusDisplay => syncs[sync] ?? { tone: 'neutral', word: 'Sync status unknown' }

export function deploymentDisplay({ status, action }: Pick<Deployment, 'status' | 'action'>): StatusDisplay {
  const display = statuses[status]
  return action === 'remove' && status === 'succeeded' ? { ...display, word: 'Removed' } : display
}

/** Shortens commits to seven characters; branches and tags stay whole. */
export const shortRevision = (revision: string): string => (/^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 7) : revision)

/** Names a deployment, such as `Deploy v1.4.0` or `Removal`. */
export function describeAction({ action, revision }: Pick<Deployment, 'action' | 'revision'>): string {
  return action === 'remove' ? 'Removal' : `Deploy ${shortRevision(revision ?? '')}`
}

/** Shortens a repository URL to `github.com/northgate/shop-deploy`, without scheme, user and `.git`. */
export const plainAddress = (address: string): string => address.replace(/^(https|ssh):\/\/(\w+@)?|^git@/, '').replace(/\.git$/, '')

/** Shortens a cluster URL to the part that identifies it. */
export const clusterName = (cluster: string): string =>
  cluster.replace(/^https:\/\//, '').replace(/(\.hcp)?\.[\w.]*azmk8s\.io(:\d+)?$|:443$/, '')

/** Summarizes the health of the apps, for example `2 healthy · 1 in progress · 1 degraded`. */
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
