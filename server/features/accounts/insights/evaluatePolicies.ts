import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp, Uuid } from '../../../people/schemas.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { AccountId } from '../accounts/schemas.ts'
import { changeableSubscription } from './changeableSubscription.ts'
import { pollUntil } from './pollUntil.ts'
import { runPolicyEvaluation } from './runPolicyEvaluation.ts'

export const evaluatePolicies = operation({
  id: 'evaluatePolicies',
  method: 'POST',
  path: '/accounts/{id}/policyCompliance/evaluate',
  tag: 'accounts',
  summary: 'Start an Azure Policy evaluation of an account',
  description:
    'The evaluation takes up to 30 minutes. `getPolicyCompliance` then returns the new results. Returns 502 if Azure rejects the evaluation. Repeating the call is safe.',
  access: 'owner',
  params: AccountId,
  responses: { 202: Type.Object({ id: Type.Unsafe<string>({ ...Uuid, description: 'ID of the evaluation.' }), startedAt: Timestamp }) },
  errors: ['notFound', 'wrongState', 'outsideFailed'],
  async handler({ db, jobs, actor, params, now, allow, audit }) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    const { account, verdict } = await changeableSubscription({ db, actor }, params.id)
    allow(verdict)
    const id = uuidv7()
    const startedAt = now()
    await db
      .insertInto('policy_evaluations')
      .values({ id, account_id: account.id, person_id: actor.id, error: null, created_at: startedAt, ended_at: null })
      .execute()
    await startRun({ db, jobs }, runPolicyEvaluation, { kind: 'policyEvaluation', id }, {})
    audit({ subject, after: { policyEvaluationId: id } })
    return { id, startedAt: startedAt.toISOString() }
  },
  async afterCommit({ db }, reply) {
    const evaluation = await pollUntil(
      () => db.selectFrom('policy_evaluations').select(['ended_at', 'error']).where('id', '=', reply.body.id).executeTakeFirst(),
      (currentEvaluation) => currentEvaluation?.ended_at !== null,
    )
    if (evaluation?.error) throw new Failure('outsideFailed', evaluation.error.message)
    return reply
  },
})
