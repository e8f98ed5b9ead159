import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { invalidate } from '../../../clients/cached.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import type { Step, Workflow } from '../../../workflows/workflow.ts'
import { stateVerdict } from '../accounts/policy.ts'
import { notifyDelay } from './applyTagChange.ts'

interface Outcome {
  error?: { code: string; message: string }
}

function loadEvaluation(db: Db, id: string) {
  return db
    .selectFrom('policy_evaluations as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .select(['e.account_id', 'e.person_id', 'a.name as account_name', 'a.status', 'a.kind', 'a.subscription_id'])
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow()
}

const startEvaluation: Step<Record<string, never>> = {
  name: 'startEvaluation',
  title: 'Request a policy evaluation from Azure',
  async run({ db, clients, subjectId }): Promise<Outcome & Record<string, unknown>> {
    const { kind, status, subscription_id: subscriptionId } = await loadEvaluation(db, subjectId)
    const state = stateVerdict('update', { kind, status, subscriptionId, owners: [] })
    if (state !== true || !subscriptionId)
      return { error: { code: 'wrongState', message: state === true ? 'The account no longer has a subscription.' : state } }
    try {
      await clients.arm.startPolicyEvaluation(subscriptionId)
    } catch (error) {
      if (!(error instanceof ExternalError) || error.retryable) throw error
      return { error: { code: error.code, message: error.message } }
    } finally {
      invalidate(clients, ` ${subscriptionId}`)
    }
    return {}
  },
}

/** If Azure rejects the call, the rejection is the outcome and the run doesn't fail. */
export const runPolicyEvaluation: Workflow = {
  kind: 'evaluatePolicies',
  steps: [startEvaluation],
  async succeeded({ db, runId, subjectId, now }) {
    const step = await db.selectFrom('work_steps').select('output').where('run_id', '=', runId).executeTakeFirstOrThrow()
    const isSkipped = step.output === null
    const { error } = (step.output ?? {}) as Outcome
    await updateRow(db, 'policy_evaluations', subjectId, { error: error ? JSON.stringify(error) : null, ended_at: now })
    if (isSkipped) return
    await recordSystemEvent(db, {
      action: 'policyEvaluationStarted',
      subject: { kind: 'account', id: (await loadEvaluation(db, subjectId)).account_id },
      after: { policyEvaluationId: subjectId, ...(error && { error }) },
      reason: 'Requested by an owner or administrator.',
      outcome: error ? 'failed' : 'allowed',
    })
  },
  async failed({ db, subjectId, now, step, message }) {
    const { person_id, account_id, account_name } = await loadEvaluation(db, subjectId)
    const notificationBase = { personId: person_id, accountId: account_id, title: `Policy evaluation of ${account_name} is delayed` }
    await notifyDelay(db, { ...notificationBase, subjectId, step, message, now })
  },
}
