import type { Verdict } from '../../../../auth/access.ts'
import type { Person } from '../../../../auth/actor.ts'
import type { RunStatus, StepError } from '../../../../db/tables.ts'
import type { PersonRef } from '../../../../people/queries.ts'
import { titleOf } from '../../../../runs/labels.ts'
import { runCan } from '../../../../runs/policy.ts'
import { rolloutCan } from '../../../services/edge/policy.ts'
import { cockpitCan } from '../../cockpit/policy.ts'
import { retryOperations, type StuckItem, type StuckKind, type StuckState } from './schemas.ts'

export interface StuckRow {
  kind: StuckKind
  id: string
  state: StuckState
  name: string | null
  reference: string | null
  subject_kind: string
  subject_id: string
  account_id: string | null
  run_id: string | null
  since: Date
  person: PersonRef | null
  people_count: number
  /** The cause that the record itself has, such as the reason why a rollout was halted. */
  detail: string | null
  url: string | null
  number: number | null
  version: number | null
  run_kind: string | null
  run_status: RunStatus | null
  undoes: string | null
  cause_service: string | null
  cause_code: string | null
  cause_text: string | null
  step_title: string | null
  error: StepError | null
  note: string | null
  pause: { by: string; reason: string } | null
  restored: boolean
  /** Whether stores of a halted rollout are still finishing. */
  working: boolean
}

const fallbackCauses: Record<StuckState, string> = {
  failed: 'There is no error message.',
  stalled: 'No progress for 15 minutes, and no attempt is planned.',
  quarantined: 'The removal failed.',
  closed: 'The pull request was closed without being merged. Reopen it at the Git host, or check why it was closed.',
  conflicts: 'The pull request conflicts with the main branch. Resolve the conflict on its branch.',
  checksFailed: 'The checks of the pull request failed. Fix the change on its branch.',
  overdue: 'The pull request has been open for more than 7 days.',
  halted: 'The rollout was halted.',
}

const titles: Record<StuckKind, (row: StuckRow) => string> = {
  run: (row) => titleOf(row.run_kind ?? ''),
  pullRequest: (row) => `Pull request #${row.number}`,
  sandbox: (row) => (row.run_kind ? titleOf(row.run_kind) : 'Sandbox'),
  rollout: () => 'Store rollout',
  queue: (row) => (row.number === 1 ? '1 failed job' : `${row.number} failed jobs`),
}

export function presentStuckItem(actor: Person, row: StuckRow): StuckItem {
  const { error } = row
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    name: row.name ?? 'Deleted',
    title: titles[row.kind](row),
    reference: row.reference,
    subject: { kind: row.subject_kind, id: row.subject_id },
    accountId: row.account_id,
    url: row.url,
    step: row.step_title,
    cause: { service: error?.service ?? row.cause_service, code: error?.code ?? row.cause_code, message: causeOf(row) },
    correlationId: error?.requestId ?? null,
    since: row.since.toISOString(),
    waiting: { person: row.person, people: row.people_count },
    runId: row.run_id,
    version: row.version,
    retry: retryOperations[row.kind],
    can: { retry: canRetry(actor, row) },
  }
}

function causeOf(row: StuckRow): string {
  if (row.state === 'stalled' && row.pause) return `${row.pause.by} paused the queue “Runs”: “${row.pause.reason}”`
  if (row.state === 'stalled' && row.restored) return 'Slipway is paused after a database restore.'
  return row.error?.message ?? row.detail ?? row.cause_text ?? (row.state === 'overdue' ? row.note : null) ?? fallbackCauses[row.state]
}

/** The operation checks the permission again. Nothing can be retried while Slipway is paused after a restore. */
function canRetry(actor: Person, row: StuckRow): Verdict {
  if (actor.admin && row.restored) return 'Accept the report of the database restore first.'
  if (actor.admin && row.pause && (row.state === 'stalled' || row.working)) return 'Resume the queue “Runs” first.'
  if (row.kind === 'queue') return cockpitCan(actor).act
  if (row.kind === 'rollout') {
    const isHalted = row.state === 'halted'
    return rolloutCan(actor, { status: isHalted ? 'halted' : 'built', failed: 1, remaining: 0, working: row.working }).resume
  }
  const verdict = runCan(actor, { kind: row.run_kind ?? '', status: row.run_status ?? 'missing', undoes: row.undoes }, []).retry
  if (actor.admin && verdict !== true && row.kind === 'sandbox')
    return 'No run of this sandbox has failed. Retry all runs of this type under Sandbox setup, Runs.'
  return verdict
}
