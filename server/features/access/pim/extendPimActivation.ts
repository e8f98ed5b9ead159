import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { formatMinutes } from '../../../format.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { startOrder } from './activation/startOrder.ts'
import { approvalStages } from './approvers.ts'
import { isPrivilegedIn } from './checkActivation.ts'
import { checkTicket } from './checkTicket.ts'
import { eligibleRoles } from './eligibility.ts'
import { activationSubject, loadActivation, lockActivation } from './queries.ts'
import { Justification, Minutes, PimActivation, PimActivationId } from './schemas.ts'
import { sendActivationForApproval } from './submit.ts'

export const extendPimActivation = operation({
  id: 'extendPimActivation',
  method: 'POST',
  path: '/pim/activations/{id}/extend',
  tag: 'pim',
  summary: 'Extend an active privileged role',
  description:
    'The total duration can’t exceed the maximum of the role’s policy, and all its current rules apply. If the policy requires approval, the request expires when the role ends. `requestedUntil` has the requested end.',
  access: 'owner',
  stepUp: 'byRow',
  params: PimActivationId,
  body: Type.Object(
    {
      durationMinutes: { ...Minutes, description: 'Total duration in minutes, from the start of the activation.' },
      justification: Justification,
    },
    { additionalProperties: false },
  ),
  responses: { 202: PimActivation },
  errors: ['notFound', 'wrongState', 'conflict', 'versionMismatch', 'outsideFailed'],
  async prepare({ db, actor, config, clients, params, now }) {
    const activation = await loadActivation(db, actor, config, params.id)
    if (activation.person.id !== actor.id) return undefined
    const account = await loadAccount(db, actor, activation.account.id)
    if (!account.subscriptionId) return undefined
    const roles = await eligibleRoles(clients, account.subscriptionId, actor.id)
    const role = roles.find((each) => each.roleDefinitionId === activation.roleDefinitionId)
    if (!role?.rules || activation.can.extend !== true) return { role }
    const { roleDefinitionId, ticket } = activation
    const ticketVerdict =
      role.rules.ticket && ticket
        ? await checkTicket({ db, clients }, { account, number: ticket, personId: actor.id, roleDefinitionId, now: now() })
        : true
    if (!role.rules.approval) return { role, underTicket: ticketVerdict }
    const [stages, isPrivileged] = await Promise.all([
      approvalStages({ db, clients, now: now() }, role.name, role.rules.stages, actor.id),
      isPrivilegedIn(clients, account.subscriptionId, roleDefinitionId),
    ])
    return { role, underTicket: ticketVerdict, stages, privileged: isPrivileged }
  },
  async handler({ db, jobs, actor, config, params, body, now, allow, requireStepUp, ifMatch, audit, changed }, prepared) {
    const activation = await lockActivation(db, actor, config, params.id)
    const subject = activationSubject(activation)
    audit({ subject })
    const { extend } = activation.can
    allow(activation.person.id === actor.id ? true : extend!)
    requireState(extend!)
    ifMatch(activation.version)
    const { role, underTicket: ticketVerdict = true, stages, privileged: isPrivileged = true } = prepared ?? {}
    if (!role?.rules)
      throw new Failure('wrongState', 'You’re no longer eligible for this role, so you can’t extend it. The role ends as planned.')
    await requireStepUp(role.rules.mfa ? 'always' : undefined)
    if (role.rules.ticket && !activation.ticket)
      throw new Failure('wrongState', 'The role’s policy now requires a ticket. When the role has ended, activate it again with a ticket.')
    if (ticketVerdict !== true) throw new Failure('wrongState', ticketVerdict)
    const { maxMinutes } = role.rules
    const field = 'durationMinutes'
    if (body.durationMinutes > maxMinutes)
      throw new Failure('invalidRequest', `The maximum duration for ${activation.role} is ${formatMinutes(maxMinutes)}.`, {
        errors: [{ field, message: `can be at most ${formatMinutes(maxMinutes)} in total` }],
      })
    const endsAt = new Date(Date.parse(activation.startsAt!) + body.durationMinutes * 60_000)
    if (endsAt <= new Date(activation.endsAt!))
      throw new Failure('invalidRequest', 'The new duration must be longer than the current one. Choose a longer duration.', {
        errors: [{ field, message: 'must be longer than the current duration' }],
      })
    const justification = body.justification.trim()
    await startOrder(
      { db, jobs },
      { activationId: activation.id, kind: 'extend', justification, endsAt, needsApproval: stages !== undefined, now: now() },
    )
    const opened =
      stages &&
      (await sendActivationForApproval(
        { db, jobs, now: now() },
        {
          id: activation.id,
          requesterId: actor.id,
          role: activation.role,
          privileged: isPrivileged,
          minutes: body.durationMinutes,
          account: await loadAccount(db, actor, activation.account.id),
          stages,
          extendsFrom: new Date(activation.endsAt!),
        },
      ))
    audit({
      subject,
      before: { role: activation.role, endsAt: activation.endsAt },
      after: {
        role: activation.role,
        endsAt: endsAt.toISOString(),
        justification,
        ...(opened && { outcome: opened.outcome, decisionReason: opened.decisionReason }),
      },
    })
    await changed('privilegedRole', activation.account.id)
    if (stages) await changed('approval', activation.id)
    return loadActivation(db, actor, config, activation.id)
  },
})
