import type { RoleOrderState } from '../../../../clients/arm/armPim.ts'
import { invalidate } from '../../../../clients/cached.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { explainAzureError, progressOf } from '../azureErrors.ts'
import { isStillAllowed } from './isStillAllowed.ts'
import type { Outcome } from './loadOrder.ts'
import { loadOrder, type Order, toRoleOrder } from './loadOrder.ts'
import { notifyFailed, reconcileOrder } from './reconcileOrder.ts'

type Input = Record<string, never>

/** A role that was requested longer ago is not activated, because the person no longer needs it. */
const lateAfterMs = 3_600_000
/** The ticket check in ServiceNow can also cause the delay, so the message names no service. */
export const lateMessage =
  'The request couldn’t be checked and sent within an hour, so the role wasn’t activated. Request it again if you still need it.'
const dayInMinutes = 1_440

const sendOrder: Step<Input> = {
  name: 'sendOrder',
  title: 'Update Azure',
  async run({ db, clients, subjectId, checkpoint, saveCheckpoint, now }) {
    const order = await loadOrder(db, subjectId)
    if (order.status !== 'open') return {}
    const roleOrder = toRoleOrder(order, now())
    if (order.kind !== 'remove') {
      // An earlier attempt might have sent the order without receiving the response, so the state in Azure decides.
      if (checkpoint.sent && (await isStateKnown(() => clients.arm.getRoleOrder(roleOrder)))) return {}
      if (order.kind === 'assign' && now().getTime() - order.created_at.getTime() > lateAfterMs) return { rejected: lateMessage }
      const verdict = await isStillAllowed({ db, clients, now: now() }, order)
      if (verdict !== true) return { rejected: verdict }
    }
    await saveCheckpoint({ sent: true })
    try {
      await clients.arm.orderRole(roleOrder)
    } catch (error) {
      return classifyOrderError(order, error)
    }
    return {}
  },
}

async function isStateKnown(fetchState: () => Promise<RoleOrderState>): Promise<boolean> {
  try {
    await fetchState()
    return true
  } catch (error) {
    if (error instanceof ExternalError && error.status === 404) return false
    throw error
  }
}

function classifyOrderError({ kind }: Order, error: unknown): { rejected: string } | { gone: true } | Wait {
  const code = error instanceof ExternalError ? error.code : undefined
  if (kind === 'remove' && code === 'RoleAssignmentDoesNotExist') return { gone: true }
  if (kind === 'remove' && code === 'ActiveDurationTooShort')
    return new Wait('Azure keeps a role active for at least five minutes. Slipway retries after that.', 10_000)
  const explained = explainAzureError(error)
  if (!explained) throw error
  return { rejected: explained.message }
}

const verifyInAzure: Step<Input> = {
  name: 'verifyInAzure',
  title: 'Confirm the role in Azure',
  timeoutMinutes: dayInMinutes,
  async run({ db, clients, subjectId, output, now }) {
    const order = await loadOrder(db, subjectId)
    const sentOrder = output<{ rejected?: string; gone?: boolean }>('sendOrder')
    invalidate(clients, `${order.person_id} ${order.subscription_id}`)
    invalidate(clients, `everywhere ${order.person_id}`)
    if (order.status !== 'open' || sentOrder.gone) return {}
    if (sentOrder.rejected) return { rejected: sentOrder.rejected }
    const { status, startsAt, endsAt } = await clients.arm.getRoleOrder(toRoleOrder(order, now()))
    const progress = progressOf(status, order.kind === 'remove')
    if (progress === 'waits') return new Wait('Waiting for approval in Azure.')
    // Azure usually needs a second, and a person is waiting.
    const nextPollMs = Math.min(Math.max((now().getTime() - order.released_at.getTime()) / 4, 150), 15_000)
    if (progress === 'running') return new Wait('Azure is processing the request.', nextPollMs)
    return progress === 'done' ? { startsAt: startsAt?.toISOString(), endsAt: endsAt?.toISOString() } : progress
  },
}

/**
 * Activates, extends or deactivates a role in Azure exactly once. The ID of the order is the name of the request in Azure, and the order is
 * stored before it is sent.
 */
export const applyRoleOrder: Workflow<Input> = {
  kind: 'pimOrder',
  steps: [sendOrder, verifyInAzure],
  async succeeded({ db, runId, subjectId, now }) {
    const step = await db
      .selectFrom('work_steps')
      .select('output')
      .where('run_id', '=', runId)
      .where('name', '=', verifyInAzure.name)
      .executeTakeFirstOrThrow()
    await reconcileOrder(db, subjectId, (step.output ?? {}) as Outcome, now)
  },
  failed: ({ db, subjectId, now, step, message }) => notifyFailed(db, subjectId, { now, step, message }),
}
