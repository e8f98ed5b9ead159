import { pathOfSubject, paths } from '../../paths.ts'
import type { WorkRun } from '../../shared/requestTypes.ts'
import { useWorkActions } from '../../shared/useWorkActions.ts'
import { WorkTimeline } from '../../shared/WorkTimeline.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Status, type Tone } from '../../ui/Status.tsx'
import { RelativeTime } from '../../ui/Time.tsx'

const faces: Record<string, { tone: Tone; word: string }> = {
  queued: { tone: 'neutral', word: 'Queued' },
  running: { tone: 'busy', word: 'Running' },
  waiting: { tone: 'busy', word: 'Waits for something outside' },
  failed: { tone: 'bad', word: 'Stuck' },
  succeeded: { tone: 'ok', word: 'Finished' },
}
const kinds: Record<string, string> = {
  buildAccount: 'Building an account',
  changeServices: 'Changing services',
  changeDetails: 'Applying changed details',
  retireAccount: 'Decommissioning an account',
  undoRetirement: 'Undoing a decommissioning',
  restoreSubscription: 'Restoring an account',
  createAccessGroup: 'Making an access group',
  removeAccessGroup: 'Deleting an access group',
  grantAccess: 'Letting a person into a group',
  revokeAccess: 'Taking a person out of a group',
  revokeTogether: 'Taking several people out of their groups',
  openAccessReview: 'Opening an access review',
  applyAccessReview: 'Carrying out an access review',
  provisionSandbox: 'Setting up a sandbox',
  freezeSandbox: 'Freezing a sandbox',
  thawSandbox: 'Thawing a sandbox',
  cleanUpSandbox: 'Cleaning up a sandbox',
}

/** Where the run's subject is looked at. */
function placeOf({ subjectKind, subjectId, about: { accountId } }: WorkRun): string {
  if (subjectKind === 'accessReview') return paths.accessReview(subjectId)
  if (subjectKind === 'accountRequest') return paths.request(subjectId)
  if (accountId === null) return pathOfSubject(subjectKind, subjectId)
  if (subjectKind === 'accountUpdate') return paths.accountUpdate(accountId, subjectId)
  return paths.account(accountId, 'access')
}

/** One run: what it builds, for whom, where it is, and the way on. */
export function RunCard({ run }: { run: WorkRun }) {
  const { name, reference, person } = run.about
  const { onRetry, onSkip } = useWorkActions(run.id)
  const done = run.steps.filter((step) => step.status === 'succeeded' || step.status === 'skipped').length
  const { tone, word } = faces[run.status] ?? { tone: 'neutral' as const, word: run.status }
  const left = run.steps.some((step) => step.status === 'running' || step.status === 'waiting' || step.status === 'failed')
  return (
    <Panel
      level={3}
      title={
        <Link look="name" href={placeOf(run)}>
          {name}
        </Link>
      }
      description={
        <>
          {[kinds[run.kind] ?? run.kind, reference, person].filter(Boolean).join(' · ')} · begun{' '}
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
      {left && <WorkTimeline run={run} only="current" label={`Where ${name} stands`} onRetry={onRetry} onSkip={onSkip} />}
    </Panel>
  )
}
