import { formatDay } from '../server/format.ts'
import { decommissionDecision } from './decommissionDecision.ts'
import { graceDays, reasons } from './decommissions.ts'
import { sampleRoleAssignments } from './roleAssignments.ts'
import { seededRandom } from './seededRandom.ts'
import type { Company, SampleAccount } from './shapes.ts'
import { stableId } from './stableId.ts'
import { stepTimes } from './stepTimes.ts'

const hour = 3_600_000
const day = 24 * hour
const second = 1_000
const usualMs: Record<string, number> = {
  startDecommission: 2 * second,
  revokeAccess: 41 * second,
  disconnect: 95 * second,
  endBackups: 214 * second,
  deleteResources: 388 * second,
}

export interface RunningDecommission {
  account: SampleAccount
  step: 'revokeAccess' | 'waitForGracePeriod' | 'deleteResources' | 'waitForVaults'
  startedDaysAgo: number
}

export function decommissionsInProgress(company: Company): RunningDecommission[] {
  const accounts = company.accounts.filter((account) => account.status === 'decommissioning')
  const firstOnlineAccount = (environment: string) =>
    accounts.filter((account) => account.environment === environment && account.network.connectivity === 'internet').map(({ id }) => id)
  const specialByAccount = new Map<string | undefined, Omit<RunningDecommission, 'account'>>([
    [firstOnlineAccount('test')[0], { step: 'revokeAccess', startedDaysAgo: 0.15 }],
    [firstOnlineAccount('production')[0], { step: 'deleteResources', startedDaysAgo: 8.2 }],
    [firstOnlineAccount('production').at(-1), { step: 'waitForVaults', startedDaysAgo: 10.4 }],
  ])
  return accounts.map((account) => {
    const startedDaysAgo = 0.3 + seededRandom(`retiring ${account.id}`).next() * (graceDays - 0.8)
    return { account, step: 'waitForGracePeriod', startedDaysAgo, ...specialByAccount.get(account.id) }
  })
}

type Row = Record<string, unknown>
const tables = ['account_decommissions', 'work_runs', 'work_steps'] as const

interface StepOfRun {
  name: string
  title: string
}

/**
 * Returns the records of decommissions in progress, as the workflow writes them.
 * @param references one for each, in order
 */
export function rowsInProgress(
  company: Company,
  today: Date,
  { some, references, steps }: { some: readonly RunningDecommission[]; references: readonly string[]; steps: readonly StepOfRun[] },
): {
  updates: Row[]
  approvals: { approvals: Row[]; stages: Row[]; decisions: Row[] }
  rest: [table: string, rows: Row[]][]
} {
  const generated = some.map((each, index) => rowsOf(company, today, each, references[index]!, steps))
  const all = (table: keyof (typeof generated)[number]) => generated.flatMap((rows): Row[] => rows[table])
  return {
    updates: all('account_updates'),
    approvals: { approvals: all('approvals'), stages: all('approval_stages'), decisions: all('approval_decisions') },
    rest: tables.map((table) => [table, all(table)]),
  }
}

function rowsOf(
  company: Company,
  today: Date,
  { account, step, startedDaysAgo }: RunningDecommission,
  reference: string,
  steps: readonly StepOfRun[],
) {
  const random = seededRandom(`decommission ${account.id}`)
  const started = new Date(today.getTime() - startedDaysAgo * day)
  const requestedAt = new Date(started.getTime() - random.int(3, 40) * hour)
  const graceEnds = new Date(started.getTime() + graceDays * day)
  const id = stableId(`decommission/${account.id}`)
  const runId = stableId(`decommission-run/${account.id}`)
  const [requester] = account.ownerIds
  const change = { before: { status: 'active' }, after: { status: 'decommissioned' } }
  const assignments = sampleRoleAssignments(company, account)
  const stopped = stopOf(account, step, { graceEnds, today })
  const index = steps.findIndex(({ name }) => name === step)
  const timesOf = stepTimes(started, durationsOf(steps.slice(0, index + 1), { started, graceEnds, hasFailed: stopped.error !== null }))
  const { started_at: startedStep, ended_at: failed } = timesOf(index)
  return {
    account_updates: [
      {
        id,
        reference,
        account_id: account.id,
        kind: 'decommission',
        change,
        reason: random.pick(reasons),
        requester_id: requester,
        status: 'approved',
        version: 2,
        submitted_at: requestedAt,
        created_at: requestedAt,
        updated_at: started,
      },
    ],
    ...decommissionDecision(company, account, { id, requested: requestedAt, started }),
    account_decommissions: [
      {
        update_id: id,
        account_id: account.id,
        phase: step === 'revokeAccess' || step === 'waitForGracePeriod' ? 'grace' : 'removing',
        access: assignments,
        files: [],
        started_at: started,
        grace_ends_at: graceEnds,
      },
    ],
    work_runs: [
      {
        id: runId,
        kind: 'decommissionAccount',
        subject_kind: 'accountUpdate',
        subject_id: id,
        input: { updateId: id, accountId: account.id, reference, kind: 'decommission', requesterId: requester, change },
        status: stopped.error ? 'failed' : 'waiting',
        epoch: 2,
        at_step: step,
        created_at: started,
        started_at: started,
        updated_at: failed ?? startedStep,
        stuck_since: failed,
        cause_service: stopped.error?.service ?? null,
        cause_code: stopped.error?.code ?? null,
        cause_text: stopped.error?.message ?? null,
      },
    ],
    work_steps: steps.map(({ name, title }, position) => {
      const isDone = position < index
      const isHere = position === index
      const output = { startDecommission: { ownerIds: [...account.ownerIds].sort() }, revokeAccess: countOf(assignments) }[name] ?? {}
      return {
        run_id: runId,
        position,
        name,
        title,
        status: isDone ? 'succeeded' : isHere ? (stopped.error ? 'failed' : 'waiting') : 'pending',
        attempts: isDone || isHere ? 1 : 0,
        ...timesOf(position),
        next_attempt_at: isHere ? stopped.next : null,
        checkpoint: {},
        output: isDone ? output : null,
        error: isHere ? stopped.error : null,
        note: isHere ? stopped.note : null,
      }
    }),
  }
}

/** The grace period starts with the decommission, and ends 7 days later. */
function durationsOf(
  steps: readonly StepOfRun[],
  { started, graceEnds, hasFailed }: { started: Date; graceEnds: Date; hasFailed: boolean },
): (number | null)[] {
  let at = started.getTime()
  return steps.map(({ name }, position) => {
    if (position === steps.length - 1 && !hasFailed) return null
    const duration = name === 'waitForGracePeriod' ? graceEnds.getTime() - at : (usualMs[name] ?? 0)
    at += duration
    return duration
  })
}

const countOf = (assignments: ReturnType<typeof sampleRoleAssignments>) => ({
  assignments: assignments.assignments.length,
  eligibilities: assignments.eligibilities.length,
})

interface SampleStop {
  next: Date | null
  note: string | null
  error: { code: string; message: string; retryable: boolean; service?: string; status?: number } | null
}

function stopOf(
  account: SampleAccount,
  step: RunningDecommission['step'],
  { graceEnds, today }: Record<'graceEnds' | 'today', Date>,
): SampleStop {
  const blockedStop = (error: SampleStop['error']): SampleStop => ({ next: null, note: null, error })
  switch (step) {
    case 'revokeAccess':
      return blockedStop({
        code: 'AuthorizationFailed',
        message: 'Azure denied Slipway’s request: Slipway can’t delete role assignments in this subscription.',
        retryable: false,
        service: 'Azure',
        status: 403,
      })
    case 'waitForGracePeriod':
      return {
        next: graceEnds,
        note: `Everything is kept until ${formatDay(graceEnds)}. You can undo the decommission until then.`,
        error: null,
      }
    case 'deleteResources':
      return blockedStop({
        code: 'locked',
        message: `Locks block the deletion: Resource group rg-${account.name}-data (“keep-data”). Slipway doesn’t remove locks. Remove the locks, then retry this step.`,
        retryable: false,
      })
    case 'waitForVaults':
      return {
        next: new Date(today.getTime() + 20 * hour),
        note: `Azure keeps the deleted backups until ${formatDay(new Date(graceEnds.getTime() + 14 * day))}. The vault can be deleted after that.`,
        error: null,
      }
  }
}
