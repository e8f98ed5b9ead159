import { useQuery } from '@tanstack/react-query'
import { getAccountRequest } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import type { WorkRun } from '../../shared/requestTypes.ts'
import { useWorkActions } from '../../shared/useWorkActions.ts'
import { WorkTimeline } from '../../shared/WorkTimeline.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Status, type Tone } from '../../ui/Status.tsx'
import { RelativeTime } from '../../ui/Time.tsx'

const faces: Record<string, { tone: Tone; word: string }> = {
  queued: { tone: 'neutral', word: 'Queued' },
  running: { tone: 'busy', word: 'Running' },
  waiting: { tone: 'busy', word: 'Waits for something outside' },
  failed: { tone: 'bad', word: 'Stuck' },
  succeeded: { tone: 'ok', word: 'Finished' },
}
const kinds: Record<string, string> = { buildAccount: 'Building an account' }

/** One run: what it builds, for whom, where it is, and the way on. */
export function RunCard({ run }: { run: WorkRun }) {
  const request = useQuery({ ...getAccountRequest(run.subjectId), enabled: run.subjectKind === 'accountRequest' })
  const { onRetry, onSkip } = useWorkActions(run.id)
  const done = run.steps.filter((step) => step.status === 'succeeded' || step.status === 'skipped').length
  const { tone, word } = faces[run.status] ?? { tone: 'neutral' as const, word: run.status }
  const left = run.steps.some((step) => step.status === 'running' || step.status === 'waiting' || step.status === 'failed')
  return (
    <Panel
      level={3}
      title={
        request.data ? (
          <Link look="name" href={paths.request(run.subjectId)}>
            {request.data.name}
          </Link>
        ) : (
          <Skeleton className="inline-block h-4 w-48" />
        )
      }
      description={
        <>
          {kinds[run.kind] ?? run.kind}
          {request.data && ` · ${request.data.reference} · ${request.data.requester.displayName}`} · begun{' '}
          <RelativeTime at={run.startedAt ?? run.createdAt} />
        </>
      }
      actions={
        <span className="flex items-center gap-3 text-sm">
          <span className="text-ink-2 tabular-nums">
            {done} of {run.steps.length} steps
          </span>
          <Status pill tone={tone}>
            {word}
          </Status>
        </span>
      }
    >
      {left && (
        <WorkTimeline run={run} only="current" label={`Where ${request.data?.name ?? 'it'} stands`} onRetry={onRetry} onSkip={onSkip} />
      )}
    </Panel>
  )
}
