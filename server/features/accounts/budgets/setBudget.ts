import { v7 as uuidv7 } from 'uuid'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { isNotKnownYet } from '../../../clients/arm/notKnownYet.ts'
import { missingPermissionHint } from '../../../clients/missingPermission.ts'
import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { announce } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { type Step, Wait, type Workflow } from '../../../workflows/workflow.ts'
import { type GroupHome, ownersOfHome } from '../accounts/home.ts'
import { couldBeUnknown } from '../accounts/newSubscription.ts'
import { readWantedBudget } from './wantedBudget.ts'

/** Azure documents up to 48 hours. A subscription that accepts no budget after that has another problem. */
export const budgetTimeoutHours = 72
const minWaitMs = 1_000
const maxWaitMs = 15 * 60_000

interface BudgetInput {
  home: GroupHome
}

const isYoung = (sinceDate: Date | null, now: Date) =>
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
    const budgetSpec = await readWantedBudget(db, input.home)
    if (!budgetSpec) return { wanted: false }
    const { scope, name, since: subscriptionSince, ...budget } = budgetSpec
    try {
      await clients.arm.putBudget(scope, name, { ...budget, startDate: `${now().toISOString().slice(0, 7)}-01` })
    } catch (error) {
      const isNew = isYoung(subscriptionSince.subscription, now()) || couldBeUnknown('resources', subscriptionSince.home, now())
      if (!isNotKnownYet(error) || !isNew) throw error
      const sinceDate = typeof checkpoint.since === 'string' ? checkpoint.since : now().toISOString()
      if (checkpoint.since === undefined) await saveCheckpoint({ since: sinceDate })
      await noteDelay(db, input.home, now())
      const waitedMs = now().getTime() - Date.parse(sinceDate)
      const note = `Azure doesn’t accept a budget yet, which can take up to 48 hours for a new subscription. Slipway keeps trying.${missingPermissionHint(error.missing)}`
      return new Wait(note, Math.min(Math.max(waitedMs / 4, minWaitMs), maxWaitMs))
    }
    const after = await readWantedBudget(db, input.home)
    // A decommission during the call can have removed the budget before this call created it.
    if (!after) await clients.arm.deleteBudget(scope, name)
    else if (JSON.stringify(after) !== JSON.stringify(budgetSpec))
      return new Wait('The budget changed in the meantime. Slipway sets the new budget.')
    return { wanted: after !== undefined }
  },
}

/** Adds one entry to the sandbox's page that says why the budget is missing in Azure. For accounts, the health check reports this. */
async function noteDelay(db: Db, { kind, id }: GroupHome, now: Date): Promise<void> {
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
  async succeeded({ db, jobs, runId, input: { home: groupHome } }) {
    const { output } = await db.selectFrom('work_steps').select('output').where('run_id', '=', runId).executeTakeFirstOrThrow()
    if (output?.wanted !== true) return
    await recordSystemEvent(db, { action: 'budgetSet', subject: groupHome, reason: 'The budget and its alerts were set in Azure.' })
    await notifyBudgetSet({ db, jobs }, groupHome)
  },
  async failed({ db, jobs, input: { home: groupHome }, now, step, message }) {
    await notify(db, await ownersOfHome(db, groupHome), {
      kind: 'workStuck',
      subjectKind: groupHome.kind,
      subjectId: groupHome.id,
      title: `The ${groupHome.kind} has no budget in Azure`,
      body: `“${step}”: ${message} An administrator can retry the step.`,
      key: `budget:${groupHome.id}:${now.toISOString()}`,
    })
    await notifyBudgetSet({ db, jobs }, groupHome)
  },
}

/** The health check records the outcome and makes open screens reload. */
async function notifyBudgetSet({ db, jobs }: { db: Db; jobs: Jobs }, groupHome: GroupHome): Promise<void> {
  if (groupHome.kind === 'account') await jobs.send(db, 'checkHealth', { accountId: groupHome.id })
  await announce(db, groupHome)
}

/** Enqueues a run in the caller's transaction. Repeated calls share one run per account or sandbox. */
export async function startSetBudget(jobContext: { db: Db; jobs: Jobs }, groupHome: GroupHome): Promise<void> {
  await startRun(jobContext, setBudget, groupHome, { home: groupHome })
}

export type BudgetRun = 'underWay' | 'failed' | 'none'

export async function readBudgetRuns(db: Db, accountIds: readonly string[]): Promise<Map<string, BudgetRun>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('work_runs')
    .select(['subject_id', 'status'])
    .where('kind', '=', setBudget.kind)
    .where('subject_id', 'in', accountIds)
    .where('status', 'in', ['queued', 'running', 'waiting', 'failed'])
    .execute()
  return new Map(rows.map(({ subject_id, status }) => [subject_id, status === 'failed' ? 'failed' : 'underWay']))
}
