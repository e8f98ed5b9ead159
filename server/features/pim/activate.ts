import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { Verdict } from '../../access/access.ts'
import type { TimedRole } from '../../clients/armPim.ts'
import type { Clients } from '../../clients/clients.ts'
import { OutsideError } from '../../clients/outsideError.ts'
import { Failure, type FieldProblem } from '../../http/errors.ts'
import type { AccountFacts } from '../accounts/policy.ts'
import { type Eligible, eligibleRoles } from './eligibility.ts'
import { mayActivate } from './policy.ts'
import type { PimActivation, PimAssignment } from './schemas.ts'

type Wanted = Static<typeof PimActivation>
type Status = Static<typeof PimAssignment>['status']

const looks = 5
const lookEveryMs = 400
const done = new Set(['Provisioned', 'Granted', 'ScheduleCreated'])
const waitsForPeople = new Set(['PendingApproval', 'PendingApprovalProvisioning', 'PendingAdminDecision'])
const ended = new Set(['Denied', 'AdminDenied', 'Failed', 'FailedAsResourceIsLocked', 'Revoked', 'Canceled', 'TimedOut', 'Invalid'])

export interface Activation {
  /** Handed to `allow()`: Azure was asked for nothing more when it is not `true`. */
  verdict: Verdict
  made?: Static<typeof PimAssignment> & { linkedEligibilityId: string | null }
}

/**
 * Takes a role for the person, by its own rules: an application can only assign, and Azure does not hold that to the rules for people.
 * @throws wrongState, invalidRequest naming each bad field, conflict
 */
export async function activate(clients: Clients, account: AccountFacts, person: { id: string }, wanted: Wanted): Promise<Activation> {
  const subscriptionId = account.subscriptionId
  if (!subscriptionId) throw new Failure('notFound', 'This account has no subscription.')
  // Asked anew, not remembered: who lost an eligibility a moment ago takes nothing.
  const eligible = (await eligibleRoles(clients, subscriptionId, person.id)).find(
    (role) => role.roleDefinitionId === wanted.roleDefinitionId.toLowerCase(),
  )
  if (!eligible) return { verdict: 'You are not eligible for this role in this account.' }
  const may = mayActivate(account, eligible.rules, eligible.active)
  if (may !== true) throw new Failure('wrongState', may)
  requireRules(eligible, wanted)
  const startsAt = new Date()
  const scope = `/subscriptions/${subscriptionId}`
  const request: TimedRole = {
    scope,
    roleDefinitionId: `${scope}/providers/Microsoft.Authorization/roleDefinitions/${eligible.roleDefinitionId}`,
    principalId: person.id,
    linkedEligibilityId: eligible.scheduleId,
    name: randomUUID(),
    startsAt,
    minutes: wanted.durationMinutes,
    justification: wanted.justification.trim(),
    ...(wanted.ticket ? { ticket: { number: wanted.ticket.number, system: wanted.ticket.system ?? 'ServiceNow' } } : {}),
  }
  const status = await send(clients, request)
  return {
    verdict: true,
    made: {
      requestId: request.name,
      status,
      role: eligible.name,
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + wanted.durationMinutes * 60_000).toISOString(),
      linkedEligibilityId: eligible.scheduleId ?? null,
    },
  }
}

function requireRules({ rules, name }: Eligible, { durationMinutes, ticket }: Wanted): void {
  const errors: FieldProblem[] = []
  const longest = rules!.maxMinutes
  if (durationMinutes > longest)
    errors.push({
      field: 'durationMinutes',
      message: `${name} can be had for at most ${longest % 60 === 0 ? `${longest / 60} hours` : `${longest} minutes`}`,
    })
  if (rules!.ticket && !ticket) errors.push({ field: 'ticket', message: `${name} asks for the number of a ticket` })
  if (errors.length > 0) throw new Failure('invalidRequest', `${errors.map(({ message }) => message).join('; ')}.`, { errors })
}

async function send({ arm }: Clients, request: TimedRole): Promise<Status> {
  try {
    let status = await arm.requestTimedRole(request)
    for (let look = 0; look < looks && !done.has(status) && !waitsForPeople.has(status) && !ended.has(status); look++) {
      await delay(lookEveryMs)
      status = await arm.timedRoleStatus(request)
    }
    if (ended.has(status))
      throw new Failure('conflict', `Azure ended the request as “${status}”. Nothing was given; try again, or in the Azure portal.`)
    return done.has(status) ? 'Provisioned' : waitsForPeople.has(status) ? 'PendingApproval' : 'PendingProvisioning'
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    if (/^(RoleAssignmentExists|PendingRoleAssignmentRequest)$/.test(error.code))
      throw new Failure('wrongState', 'You have it already, or have asked for it a moment ago.', { cause: error })
    if (error.code === 'RoleAssignmentRequestPolicyValidationFailed')
      throw new Failure('invalidRequest', `Azure’s policy for this role refuses it: ${error.message}`, { cause: error })
    throw error
  }
}
