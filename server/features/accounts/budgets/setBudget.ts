import { v7 as uuidv7 } from 'uuid'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { isNotKnownYet } from '../../../clients/arm/notKnownYet.ts'
import { hintAtMissing } from '../../../clients/missingPermission.ts'
import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { announce } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { type Step, Wait, type Workflow } from '../../../workflows/workflow.ts'
import { type GroupHome, ownersOfHome } from '../accounts/home.ts'
import { maybeUnknown } from '../accounts/newSubscription.ts'
import { readWantedBudget } from './wantedBudget.ts'

/** Azure documents up to 48 hours, so a subscription that still accepts no budget has another problem. */
export const budgetTimeoutHours = 72
const shortestWaitMs = 1_000
const longestWaitMs = 15 * 60_000

interface BudgetInput {
  home: GroupHome
}

const isYoung = (since: Date | null, now: Date) => since !== null && now.getTime() - since.getTime() < budgetTimeoutHours * 3_600_000

/**
 * Sets the budget that the record holds at that moment. A separate run does this, so that nothing else waits for Cost Management to know
 * the subscription.
 */
const putBudget: Step<BudgetInput> = {
  name: 'putBudget',
  title: 'Set the budget and its alerts',
  timeoutMinutes: budgetTimeoutHours * 60,
  async run(context) {
    const { clients, db, input, checkpoint, now, remember } = context
    const wanted = await readWantedBudget(db, input.home)
    if (!wanted) return { wanted: false }
    const { scope, name, since: known, ...budget } = wanted
    try {
      await clients.arm.putBudget(scope, name, { ...budget, startDate: `${now().toISOString().slice(0, 7)}-01` })
    } catch (error) {
      const isNew = isYoung(known.subscription, now()) || maybeUnknown('resources', known.home, now())
      if (!isNotKnownYet(error) || !isNew) throw error
      const since = typeof checkpoint.since === 'string' ? checkpoint.since : now().toISOString()
      if (checkpoint.since === undefined) await remember({ since })
      await noteDelay(db, input.home, now())
      const waitedMs = now().getTime() - Date.parse(since)
      const note = `Azure doesn’t accept a budget yet. This can take 48 hours after the subscription is created. Slipway keeps trying.${hintAtMissing(error.missing)}`
      return new Wait(note, Math.min(Math.max(waitedMs / 4, shortestWaitMs), longestWaitMs))
    }
    const after = await readWantedBudget(db, input.home)
    // A decommission during the call can have removed the budget before this call created it.
    if (!after) await clients.arm.deleteBudget(scope, name)
    else if (JSON.stringify(after) !== JSON.stringify(wanted)) return new Wait('The budget changed in the meantime. Slipway sets it again.')
    return { wanted: after !== undefined }
  },
}

/** Shows once on the sandbox's page why the budget is missing in Azure. An account's health check reports that without this. */
async function noteDelay(db: Db, { kind, id }: GroupHome, now: Date): Promise<void> {
  if (kind !== 'sandbox') return
  const text = 'Azure doesn’t accept a budget yet. Slipway keeps trying; spending is still metered.'
  await db
    .insertInto('sandbox_events')
    .values({ id: uuidv7(), sandbox_id: id, at: now, kind: 'budgetDelayed', text, person_id: null, key: 'budgetDelayed' })
    .onConflict((conflict) => conflict.columns(['sandbox_id', 'key']).doNothing())
    .execute()
}

export const setBudget: Workflow<BudgetInput> = {
  kind: 'setBudget',
  steps: [putBudget],
  async succeeded({ db, jobs, runId, input: { home } }) {
    const { output } = await db.selectFrom('work_steps').select('output').where('run_id', '=', runId).executeTakeFirstOrThrow()
    if (output?.wanted !== true) return
    await recordSystemEvent(db, { action: 'budgetSet', subject: home, reason: 'Budget and alerts are set in Azure.' })
    await resolved({ db, jobs }, home)
  },
  async failed({ db, jobs, input: { home }, now, step, message }) {
    await notify(db, await ownersOfHome(db, home), {
      kind: 'workStuck',
      subjectKind: home.kind,
      subjectId: home.id,
      title: `The ${home.kind} has no budget in Azure`,
      body: `“${step}”: ${message} An administrator can retry it.`,
      key: `budget:${home.id}:${now.toISOString()}`,
    })
    await resolved({ db, jobs }, home)
  },
}

/** The health check records the outcome, and open screens reload. */
async function resolved({ db, jobs }: { db: Db; jobs: Jobs }, home: GroupHome): Promise<void> {
  if (home.kind === 'account') await jobs.send(db, 'checkHealth', { accountId: home.id })
  await announce(db, home)
}

/** Enqueues in the caller's transaction. Repeated calls share one run per account or sandbox. */
export async function startSetBudget(world: { db: Db; jobs: Jobs }, home: GroupHome): Promise<void> {
  await startRun(world, setBudget, home, { home })
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
