import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { conditionProblem } from '../../../approvals/condition.ts'
import type { PolicyRules } from '../../../approvals/rules.ts'
import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { PolicyVersionId } from '../policies/schemas.ts'
import { replayCan } from './policy.ts'
import { loadReplay } from './queries.ts'
import { replayKind } from './replayPolicy.ts'
import { PolicyReplayResponse } from './schemas.ts'

const day = 86_400_000

export const startPolicyReplay = operation({
  id: 'startPolicyReplay',
  method: 'POST',
  path: '/approval-policies/{id}/versions/{version}/replay',
  tag: 'approval-policies',
  summary: 'Replay a draft of a policy on past requests',
  description:
    'Finds requests of the last days that would have a different result. The replay runs in the background; `getPolicyReplay` returns its progress. A new replay of the same version replaces the earlier one.',
  access: 'admin',
  perMinute: 20,
  params: PolicyVersionId,
  body: Type.Object(
    { days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 90, description: 'Length of the period in days.' })) },
    { additionalProperties: false },
  ),
  responses: { 202: PolicyReplayResponse },
  errors: ['notFound', 'wrongState'],
  async handler({ db, actor, params, body, jobs, now, audit, changed }) {
    const policy = await db
      .selectFrom('approval_policies')
      .select(['subject_kind', 'status', 'reject', 'approve', 'stages'])
      .where('id', '=', params.id)
      .where('version', '=', params.version)
      .forUpdate()
      .executeTakeFirst()
    if (!policy) throw new Failure('notFound', 'This version of the policy doesn’t exist.')
    requireState(replayCan(actor, policy).start)
    const { reject, approve, stages } = policy
    requireConditions({ reject, approve, stages })
    const until = now()
    const days = body.days ?? 90
    const from = new Date(until.getTime() - days * day)
    await db.deleteFrom('policy_replays').where('policy_id', '=', params.id).where('policy_version', '=', params.version).execute()
    const { total } = await db
      .selectFrom('approvals')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('subject_kind', '=', policy.subject_kind)
      .where('opened_at', '>=', from)
      .where('opened_at', '<', until)
      .executeTakeFirstOrThrow()
    const id = uuidv7()
    await db
      .insertInto('policy_replays')
      .values({
        id,
        policy_id: params.id,
        policy_version: params.version,
        subject_kind: policy.subject_kind,
        days,
        rules: JSON.stringify({ reject, approve, stages }),
        from_at: from,
        until_at: until,
        total,
        started_by: actor.id,
        started_at: until,
      })
      .execute()
    await jobs.send(db, 'replayPolicy', { replayId: id })
    audit({ subject: { kind: 'approvalPolicy', id: params.id }, after: { version: params.version, days } })
    await changed(replayKind, params.id)
    return reply(202, await loadReplay(db, actor, params))
  },
})

/** @throws wrongState with the first invalid condition */
function requireConditions({ reject, approve, stages }: PolicyRules): void {
  const conditions = [
    ...reject.map(({ when, reason }) => ({ when, of: `the rule “${reason}”` })),
    ...approve.map(({ when, reason }) => ({ when, of: `the rule “${reason}”` })),
    ...stages.map(({ when, name }) => ({ when, of: `the stage “${name}”` })),
  ]
  for (const { when, of } of conditions) {
    const problem = when === undefined ? undefined : conditionProblem(when)
    if (problem) throw new Failure('wrongState', `Fix the condition of ${of} first: ${problem}`)
  }
}
