import { randomUUID } from 'node:crypto'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { ActivationStatus, PolicyStage } from '../../../db/tables.ts'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { formatMinutes } from '../../../format.ts'
import { requireState } from '../../../http/requireState.ts'
import type { Account } from '../../accounts/accounts/schemas.ts'
import { listRoles } from '../../accounts/groups/roles.ts'
import { approvalStages } from './approvers.ts'
import { rethrowAzureError } from './azureErrors.ts'
import { checkTicket } from './checkTicket.ts'
import { type EligibleRole, eligibleRoles } from './eligibility.ts'
import { canActivate } from './policy.ts'
import { openActivations } from './queries.ts'
import type { PimActivationBody } from './schemas.ts'

const minute = 60_000
const maxDaysAhead = 30

export interface CheckedActivation {
  /** Callers pass this verdict to `allow()`. Unless the verdict is `true`, the other fields are empty. */
  verdict: Verdict
  role?: EligibleRole
  privileged?: boolean
  /** Undefined means as soon as possible. */
  startsAt?: Date | undefined
  /** Undefined means that no approval is needed. */
  stages?: PolicyStage[] | undefined
}

interface ActivationContext {
  db: Db
  clients: Clients
  config: Config
  actor: Person
  now: Date
  account: Account
  activationBody: PimActivationBody
}

/**
 * Checks a request against the rules in Azure’s policy, and validates it in Azure.
 * @throws wrongState, invalidRequest naming each bad field, conflict
 */
export async function checkActivation({
  db,
  clients,
  config,
  actor,
  now,
  account,
  activationBody,
}: ActivationContext): Promise<CheckedActivation> {
  const { subscriptionId } = account
  if (!subscriptionId) throw new Failure('notFound', 'This account has no subscription.')
  const roleId = activationBody.roleDefinitionId.toLowerCase()
  const openActivation = (await openActivations(db, actor, config, account.id)).find((each) => each.roleDefinitionId === roleId)
  if (openActivation) requireState(canActivate(account, undefined, null, { status: openActivation.status as ActivationStatus }))
  // Eligibility is not read from the cache, because an administrator might have just removed it.
  const role = (await eligibleRoles(clients, subscriptionId, actor.id)).find((each) => each.roleDefinitionId === roleId)
  if (!role) return { verdict: 'You aren’t eligible for this role in this account.' }
  requireState(canActivate(account, role.rules, role.active))
  const startsAt = startOf(activationBody, now)
  requireRules(role, activationBody, startsAt, now)
  if (activationBody.ticket)
    await requireTicket({ db, clients }, activationBody.ticket, {
      account,
      personId: actor.id,
      roleDefinitionId: roleId,
      now,
      at: startsAt,
    })
  const stages = role.rules!.approval ? await approvalStages({ db, clients, now }, role.name, role.rules!.stages, actor.id) : undefined
  const scope = `/subscriptions/${subscriptionId}`
  await clients.arm
    .tryRoleOrder({
      scope,
      name: randomUUID(),
      type: 'AdminAssign',
      roleDefinitionId: roleId,
      principalId: actor.id,
      justification: activationBody.justification.trim(),
      ticket: ticketOf(activationBody),
      schedule: { startsAt, minutes: activationBody.durationMinutes },
    })
    .catch(rethrowAzureError)
  return { verdict: true, role, privileged: await isPrivilegedIn(clients, subscriptionId, roleId), startsAt, stages }
}

/** Returns whether a role can change other people’s access. A role that Azure doesn’t list counts as privileged. */
export async function isPrivilegedIn(clients: Clients, subscriptionId: string, roleDefinitionId: string): Promise<boolean> {
  const { value: roles } = await listRoles(clients, subscriptionId)
  return roles.find(({ id }) => id === roleDefinitionId)?.grantsAccess ?? true
}

/** A start between five minutes ago and one minute ahead means an immediate start. */
function startOf({ startsAt }: PimActivationBody, now: Date): Date | undefined {
  const at = startsAt === undefined ? undefined : new Date(startsAt)
  return at && (at.getTime() - now.getTime() > minute || at.getTime() < now.getTime() - 5 * minute) ? at : undefined
}

export function ticketOf({ ticket }: PimActivationBody): { number: string; system: string } | undefined {
  return ticket && { number: ticket.number.toUpperCase(), system: ticket.system ?? 'ServiceNow' }
}

function requireRules(
  { rules, name }: EligibleRole,
  { durationMinutes, ticket }: PimActivationBody,
  startsAt: Date | undefined,
  now: Date,
): void {
  const errors: FieldProblem[] = []
  if (durationMinutes > rules!.maxMinutes)
    errors.push({ field: 'durationMinutes', message: `The maximum duration for ${name} is ${formatMinutes(rules!.maxMinutes)}` })
  if (rules!.ticket && !ticket) errors.push({ field: 'ticket', message: `${name} requires a ticket number` })
  if (startsAt && startsAt < now) errors.push({ field: 'startsAt', message: 'The start must be in the future' })
  if (startsAt && startsAt.getTime() > now.getTime() + maxDaysAhead * 1_440 * minute)
    errors.push({ field: 'startsAt', message: `The start must be within ${maxDaysAhead} days` })
  if (errors.length > 0) throw new Failure('invalidRequest', `${errors.map(({ message }) => message).join('; ')}.`, { errors })
}

async function requireTicket(
  context: { db: Db; clients: Clients },
  ticket: { number: string; system?: string },
  ticketUse: Omit<Parameters<typeof checkTicket>[1], 'number'>,
): Promise<void> {
  const verdict = /^servicenow$/i.test(ticket.system ?? 'ServiceNow')
    ? await checkTicket(context, { ...ticketUse, number: ticket.number })
    : 'Slipway can only look up ServiceNow tickets. Enter the number of a change, request or incident there.'
  if (verdict !== true) throw new Failure('invalidRequest', verdict, { errors: [{ field: 'ticket', message: verdict }] })
}
