import { v7 as uuidv7 } from 'uuid'
import { invalidate } from '../../../clients/cached.ts'
import { operation, reply } from '../../../http/operation.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { type CheckedActivation, checkActivation, ticketOf } from './checkActivation.ts'
import { loadActivation } from './queries.ts'
import { PimActivation, PimActivationBody } from './schemas.ts'
import { sendActivationForApproval } from './submit.ts'
import { waitUntilSent } from './waitUntilSent.ts'

export const createPimAssignment = operation({
  id: 'createPimAssignment',
  method: 'POST',
  path: '/accounts/{id}/createAssignment',
  tag: 'accounts',
  summary: 'Activate a privileged role in an account, now or later',
  description:
    'You can activate only roles that you are eligible for, within Azure’s policy for the role. If the policy requires approval, the request expires after one day without a decision.',
  access: 'signedIn',
  stepUp: 'byRow',
  params: AccountId,
  body: PimActivationBody,
  responses: { 201: PimActivation },
  errors: ['notFound', 'forbidden', 'wrongState', 'conflict', 'outsideFailed'],
  // The handler returns a rejection as its response, so that a repeated call with the same Idempotency-Key gets the first response.
  async prepare({ db, actor, config, clients, params, body, now }): Promise<{ checked: CheckedActivation } | { failure: unknown }> {
    const account = await loadAccount(db, actor, params.id)
    try {
      return { checked: await checkActivation({ db, clients, config, actor, now: now(), account, activationBody: body }) }
    } catch (failure) {
      return { failure }
    } finally {
      invalidate(clients, `${actor.id} ${account.subscriptionId}`)
      invalidate(clients, `everywhere ${actor.id}`)
    }
  },
  async handler({ db, jobs, actor, config, params, body, now, allow, requireStepUp, audit, changed }, prepared) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    if ('failure' in prepared) throw prepared.failure
    const { verdict, role, privileged = true, startsAt, stages } = prepared.checked
    allow(verdict)
    await requireStepUp(role!.rules!.mfa ? 'always' : undefined)
    const account = await loadAccount(db, actor, params.id)
    const at = now()
    const id = uuidv7()
    const ticket = ticketOf(body)
    const justification = body.justification.trim()
    await db
      .insertInto('pim_activations')
      .values({
        id,
        account_id: account.id,
        person_id: actor.id,
        role_definition_id: role!.roleDefinitionId,
        role_name: role!.name,
        scope: `/subscriptions/${account.subscriptionId}`,
        linked_eligibility_id: role!.scheduleId ?? null,
        justification,
        ticket_number: ticket?.number ?? null,
        ticket_system: ticket?.system ?? null,
        minutes: body.durationMinutes,
        max_minutes: role!.rules!.maxMinutes,
        status: 'pending_approval',
        starts_at: startsAt ?? null,
        ends_at: startsAt ? new Date(startsAt.getTime() + body.durationMinutes * 60_000) : null,
        problem: null,
        created_at: at,
        updated_at: at,
      })
      .execute()
    const checkedActivation = { id, requesterId: actor.id, role: role!.name, privileged, minutes: body.durationMinutes, account, stages }
    const { outcome, decisionReason } = await sendActivationForApproval({ db, jobs, now: at }, checkedActivation)
    const linkedEligibilityId = role!.scheduleId ?? null
    audit({
      subject,
      after: { privilegedRole: { id, role: role!.name, ...body, personId: actor.id, linkedEligibilityId }, outcome, decisionReason },
    })
    await changed('privilegedRole', account.id)
    if (stages) await changed('approval', id)
    return reply(201, await loadActivation(db, actor, config, id))
  },
  afterCommit: waitUntilSent,
})
