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
  Progressing: { tone: 'busy', word: 'Starting' },
  Degraded: { tone: 'bad', word: 'Does not run well' },
  Suspended: { tone: 'warn', word: 'Paused', icon: Pause },
  Missing: { tone: 'neutral', word: 'Nothing runs' },
}
const syncs: Record<string, Face> = {
  Synced: { tone: 'ok', word: 'As in the repository' },
  OutOfSync: { tone: 'warn', word: 'Differs from the repository' },
}
const statuses: Record<Deployment['status'], Face> = {
  queued: { tone: 'neutral', word: 'Waits for its turn' },
  running: { tone: 'busy', word: 'Under way' },
  succeeded: { tone: 'ok', word: 'Done' },
  failed: { tone: 'bad', word: 'Failed' },
  cancelled: { tone: 'neutral', word: 'Called off', icon: Ended },
  superseded: { tone: 'neutral', word: 'Given up for a newer one', icon: Ended },
}

/** A health that Argo CD doesn’t know is shown as unknown. */
export function healthFace({ health, removing }: Pick<LiveApp, 'health' | 'removing'>): Face {
  if (removing) return { tone: 'busy', word: 'Being removed' }
  return healths[health] ?? { tone: 'neutral', word: 'Health is not known' }
}

export const syncFace = (sync: string): Face => syncs[sync] ?? { tone: 'neutral', word: 'Not compared yet' }

export function statusFace({ status, action }: Pick<Deployment, 'status' | 'action'>): Face {
  const face = statuses[status]
  return action === 'remove' && status === 'succeeded' ? { ...face, word: 'Removed' } : face
}

/** A commit is shortened to seven characters; anything else stays whole. */
export const shortRevision = (revision: string): string => (/^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 7) : revision)

/** `Deploy v1.4.0`, `Removal`. */
export function whatOf({ action, revision }: Pick<Deployment, 'action' | 'revision'>): string {
  return action === 'remove' ? 'Removal' : `Deploy ${shortRevision(revision ?? '')}`
}

/** `github.com/northgate/shop-deploy`, without protocol and user. */
export const plainAddress = (address: string): string => address.replace(/^(https|ssh):\/\/(\w+@)?|^git@/, '').replace(/\.git$/, '')

/** Removes the common part of AKS addresses. */
export const clusterName = (cluster: string): string =>
  cluster.replace(/^https:\/\//, '').replace(/(\.hcp)?\.[\w.]*azmk8s\.io(:\d+)?$|:443$/, '')

/** A summary of the applications’ health for the panel’s title. */
export function inBrief(apps: readonly App[]): string {
  const live = apps.flatMap((app) => (app.live ? [healthFace(app.live).tone] : []))
  const bad = live.filter((tone) => tone === 'bad').length
  const busy = live.filter((tone) => tone === 'busy').length
  const well = live.filter((tone) => tone === 'ok').length
  return [well > 0 && `${well} healthy`, busy > 0 && `${busy} on the way`, bad > 0 && `${bad} in trouble`].filter(Boolean).join(' · ')
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
