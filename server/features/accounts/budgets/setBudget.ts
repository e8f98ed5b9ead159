import { v7 as uuidv7 } from 'uuid'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { isNotPropagatedYet } from '../../../clients/arm/notPropagatedYet.ts'
import { missingPermissionHint } from '../../../clients/missingPermission.ts'
import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { type Step, Wait, type Workflow } from '../../../workflows/workflow.ts'
import { canBePropagating } from '../accounts/newSubscription.ts'
import { type OwningResource, ownersOfResource } from '../accounts/owningResource.ts'
import { loadDesiredBudget } from './desiredBudget.ts'

/** Azure documents up to 48 hours. A subscription that accepts no budget after that has another problem. */
const budgetTimeoutHours = 72
const minWaitMs = 1_000
const maxWaitMs = 15 * 60_000

interface BudgetInput {
  home: OwningResource
}

const isRecent = (sinceDate: Date | null, now: Date) =>
  sinceDate !== null && now.getTime() - sinceDate.getTime() < budgetTimeoutHours * 3_600_000

/**
 * Sets the budget that the record has when the step runs. This is a separate run, so that nothing else waits until Cost Management knows
 * the subscription.
 */
const putBudget: Step<BudgetInput> = {
  name: 'putBudget',
  title: 'Set the budget and its alerts',
  timeoutMinutes: budgetTimeoutHours * 60,
  async run(context) {
    const { clients, db, input, checkpoint, now, saveCheckpoint } = context
    const budgetSpec = await loadDesiredBudget(db, input.home)
    if (!budgetSpec) return { wanted: false }
    const { scope, name, since: firstSeen, ...budget } = budgetSpec
    try {
      await clients.arm.putBudget(scope, name, { ...budget, startDate: `${now().toISOString().slice(0, 7)}-01` })
    } catch (error) {
      const isNew = isRecent(firstSeen.subscription, now()) || canBePropagating('resources', firstSeen.home, now())
      if (!isNotPropagatedYet(error) || !isNew) throw error
      const sinceDate = typeof checkpoint.since === 'string' ? checkpoint.since : now().toISOString()
      if (checkpoint.since === undefined) await saveCheckpoint({ since: sinceDate })
      await recordBudgetDelay(db, input.home, now())
      const waitedMs = now().getTime() - Date.parse(sinceDate)
      const isDenied = error.status === 401 || error.status === 403
      const response = `${isDenied ? 'denied' : 'didn’t accept'} the budget (${error.status} ${error.code})`
      const note = `Azure ${response}. A new subscription can take up to 48 hours to accept one. Slipway keeps trying.${missingPermissionHint(error.missing)}`
      return new Wait(note, Math.min(Math.max(waitedMs / 4, minWaitMs), maxWaitMs))
    }
    const after = await loadDesiredBudget(db, input.home)
    // A decommission during the call might have removed the budget before this call created it.
    if (!after) await clients.arm.deleteBudget(scope, name)
    else if (JSON.stringify(after) !== JSON.stringify(budgetSpec))
      return new Wait('The budget changed in the meantime. Slipway sets the new budget.')
    return { wanted: after !== undefined }
  },
}

async function recordBudgetDelay(db: Db, { kind, id }: OwningResource, now: Date): Promise<void> {
  if (kind !== 'sandbox') return
  const text = 'Azure doesn’t accept a budget yet. Slipway keeps trying, and still meters the spend.'
  await db
    .insertInto('sandbox_events')
    .values({ id: uuidv7(), sandbox_id: id, at: now, kind: 'budgetDelayed', text, person_id: null, key: 'budgetDelayed' })
    .onConflict((conflict) => conflict.columns(['sandbox_id', 'key']).doNothing())
    .execute()
}

export const setBudget: Workflow<BudgetInput> = {
  kind: 'setBudget',
  steps: [putBudget],
  async succeeded({ db, jobs, runId, input: { home: resource } }) {
    const { output } = await db.selectFrom('work_steps').select('output').where('run_id', '=', runId).executeTakeFirstOrThrow()
    if (output?.wanted !== true) return
    await recordSystemEvent(db, { action: 'budgetSet', subject: resource, reason: 'The budget and its alerts were set in Azure.' })
    await notifyBudgetSet({ db, jobs }, resource)
  },
  async failed({ db, jobs, input: { home: resource }, now }) {
    await notify(db, await ownersOfResource(db, resource), {
      kind: 'workStuck',
      subjectKind: resource.kind,
      subjectId: resource.id,
      title: `The ${resource.kind} has no budget in Azure`,
      body: 'Azure rejected the budget. The platform team takes care of this, so you don’t need to do anything.',
      key: `budget:${resource.id}:${now.toISOString()}`,
    })
    await notifyBudgetSet({ db, jobs }, resource)
  },
}

async function notifyBudgetSet({ db, jobs }: { db: Db; jobs: Jobs }, resource: OwningResource): Promise<void> {
  if (resource.kind === 'account') await jobs.send(db, 'checkHealth', { accountId: resource.id })
  await publishChange(db, resource)
}

/** Enqueues a run in the caller's transaction. Repeated calls share one run per account or sandbox. */
export async function startSetBudget(jobContext: { db: Db; jobs: Jobs }, resource: OwningResource): Promise<void> {
  await startRun(jobContext, setBudget, resource, { home: resource })
}

export type BudgetRun = 'inProgress' | 'failed' | 'none'

export async function loadBudgetRuns(db: Db, accountIds: readonly string[]): Promise<Map<string, BudgetRun>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('work_runs')
    .select(['subject_id', 'status'])
    .where('kind', '=', setBudget.kind)
    .where('subject_id', 'in', accountIds)
    .where('status', 'in', ['queued', 'running', 'waiting', 'failed'])
    .execute()
  return new Map(rows.map(({ subject_id, status }) => [subject_id, status === 'failed' ? 'failed' : 'inProgress']))
}
