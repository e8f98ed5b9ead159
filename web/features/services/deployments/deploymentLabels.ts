import { Pause } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import { Ended, type Tone } from '../../../ui/Status.tsx'
import type { App, Deployment, LiveApp } from './types.ts'

interface Face {
  tone: Tone
  word: string
  icon?: Icon
}

const healths: Record<string, Face> = {
  Healthy: { tone: 'ok', word: 'Healthy' },
  Progressing: { tone: 'busy', word: 'Progressing' },
  Degraded: { tone: 'bad', word: 'Degraded' },
  Suspended: { tone: 'warn', word: 'Suspended', icon: Pause },
  Missing: { tone: 'neutral', word: 'Missing' },
}
const syncs: Record<string, Face> = {
  Synced: { tone: 'ok', word: 'In sync' },
  OutOfSync: { tone: 'warn', word: 'Out of sync' },
}
const statuses: Record<Deployment['status'], Face> = {
  queued: { tone: 'neutral', word: 'Queued' },
  running: { tone: 'busy', word: 'Running' },
  succeeded: { tone: 'ok', word: 'Succeeded' },
  failed: { tone: 'bad', word: 'Failed' },
  cancelled: { tone: 'neutral', word: 'Cancelled', icon: Ended },
  superseded: { tone: 'neutral', word: 'Superseded', icon: Ended },
}

/** Argo CD can add health values, so unknown ones get a neutral label. */
export function healthFace({ health, removing }: Pick<LiveApp, 'health' | 'removing'>): Face {
  if (removing) return { tone: 'busy', word: 'Removing' }
  return healths[health] ?? { tone: 'neutral', word: 'Health unknown' }
}

export const syncFace = (sync: string): Face => syncs[sync] ?? { tone: 'neutral', word: 'Sync status unknown' }

export function statusFace({ status, action }: Pick<Deployment, 'status' | 'action'>): Face {
  const face = statuses[status]
  return action === 'remove' && status === 'succeeded' ? { ...face, word: 'Removed' } : face
}

/** Shortens commits to seven characters; branches and tags stay whole. */
export const shortRevision = (revision: string): string => (/^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 7) : revision)

/** `Deploy v1.4.0`, `Removal`. */
export function whatOf({ action, revision }: Pick<Deployment, 'action' | 'revision'>): string {
  return action === 'remove' ? 'Removal' : `Deploy ${shortRevision(revision ?? '')}`
}

/** `github.com/northgate/shop-deploy`, without scheme, user and `.git`. */
export const plainAddress = (address: string): string => address.replace(/^(https|ssh):\/\/(\w+@)?|^git@/, '').replace(/\.git$/, '')

/** Shortens a cluster address to the part that identifies it. */
export const clusterName = (cluster: string): string =>
  cluster.replace(/^https:\/\//, '').replace(/(\.hcp)?\.[\w.]*azmk8s\.io(:\d+)?$|:443$/, '')

/** Summarizes the health of the apps, for example `2 healthy · 1 in progress · 1 degraded`. */
export function summarizeDryRun(apps: readonly App[]): string {
  const live = apps.flatMap((app) => (app.live ? [healthFace(app.live).tone] : []))
  const bad = live.filter((tone) => tone === 'bad').length
  const busy = live.filter((tone) => tone === 'busy').length
  const well = live.filter((tone) => tone === 'ok').length
  return [well > 0 && `${well} healthy`, busy > 0 && `${busy} in progress`, bad > 0 && `${bad} degraded`].filter(Boolean).join(' · ')
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
