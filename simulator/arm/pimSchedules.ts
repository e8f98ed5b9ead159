import { eligibilityName, ownerRoles } from '../../sample/roleAssignments.ts'
import { stableId } from '../../sample/stableId.ts'
import type { Simulator } from '../core/simulator.ts'
import { accountAt } from './companyRoles.ts'
import { type Outcome, progressOf } from './outcome.ts'
import { findPrincipal, type PrincipalType } from './principals.ts'
import { definitionId, findRole, roleByName } from './roleDefinitions.ts'
import { enclosing, isInScope, type Scope } from './scope.ts'
import { lookUpSubscription } from './subscriptionStore.ts'

export type ScheduleKind = 'Eligibility' | 'Assignment'

export interface Schedule {
  id: string
  kind: ScheduleKind
  scopeKey: string
  scopeId: string
  scopeName: string
  scopeType: string
  roleId: string
  principalId: string
  principalType: PrincipalType
  startsAt: string
  endsAt: string | null
  requestName: string
  createdOn: string
  assignmentType: 'Assigned' | 'Activated'
  linkedEligibilityId: string | null
  outcome?: Outcome
  deleted?: true
}

function changes(sim: Simulator) {
  return sim.state.collection<Schedule>('arm.pimSchedules')
}

function storeKey(schedule: Schedule): string {
  return `${schedule.kind}|${schedule.scopeKey}|${schedule.id}`
}

function companySchedules(sim: Simulator, kind: ScheduleKind, key: string): Schedule[] {
  const account = kind === 'Eligibility' ? accountAt(sim, key) : undefined
  if (!account || account.status === 'decommissioned') return []
  return account.ownerIds.flatMap((principalId) =>
    ownerRoles.map((name) => ({
      id: eligibilityName(account, principalId, name),
      kind,
      scopeKey: key,
      scopeId: `/subscriptions/${account.subscriptionId}`,
      scopeName: account.name,
      scopeType: 'subscription',
      roleId: roleByName(name).id,
      principalId,
      principalType: 'User',
      startsAt: account.createdAt,
      endsAt: null,
      requestName: stableId(`role-eligibility-request/${account.id}/${principalId}/${name}`),
      createdOn: account.createdAt,
      assignmentType: 'Assigned',
      linkedEligibilityId: null,
    })),
  )
}

export function removeCompanyEligibilities(sim: Simulator, key: string): void {
  for (const each of companySchedules(sim, 'Eligibility', key)) changes(sim).set(storeKey(each), { ...each, deleted: true })
}

/** A temporary role is also a role assignment, which has this name. */
export function originName({ id }: Schedule): string {
  return stableId(`pim-role-assignment/${id}`)
}

export function listSchedulesAt(sim: Simulator, kind: ScheduleKind, key: string): Schedule[] {
  const storedSchedules = changes(sim).values(`${kind}|${key}|`)
  const updated = new Set(storedSchedules.map((each) => each.id))
  const now = sim.clock.now().toISOString()
  return [...companySchedules(sim, kind, key).filter((each) => !updated.has(each.id)), ...storedSchedules].filter(
    (each) => !each.deleted && progressOf(sim, each.outcome) === 'succeeded' && (each.endsAt === null || each.endsAt > now),
  )
}

export function listSchedules(sim: Simulator, kind: ScheduleKind, key: string): Schedule[] {
  return [...enclosing(sim, key), key].flatMap((each) => listSchedulesAt(sim, kind, each))
}

/** @param principalIds whose schedules are needed, in lower case; reading only their scopes is much faster than reading all */
export function listSchedulesBelow(sim: Simulator, kind: ScheduleKind, key: string, principalIds: ReadonlySet<string>): Schedule[] {
  const isNeeded = (principalId: string) => principalIds.has(principalId.toLowerCase())
  const storedScopeKeys = changes(sim)
    .values(`${kind}|`)
    .flatMap((each) => (isNeeded(each.principalId) ? each.scopeKey : []))
  const ownAccounts = kind === 'Eligibility' ? sim.company.accounts.filter(({ ownerIds }) => ownerIds.some(isNeeded)) : []
  const accountScopeKeys = ownAccounts.map((account) => `/subscriptions/${account.subscriptionId}`.toLowerCase())
  const scopeExists = (scopeKey: string) => !scopeKey.startsWith('/subscriptions/') || lookUpSubscription(sim, scopeKey.split('/')[2]!)
  return [...new Set([...accountScopeKeys, ...storedScopeKeys])]
    .filter((scopeKey) => scopeKey !== key && scopeExists(scopeKey) && isInScope(sim, key, scopeKey))
    .flatMap((scopeKey) => listSchedulesAt(sim, kind, scopeKey))
}

export function findSchedule(sim: Simulator, kind: ScheduleKind, key: string, roleId: string, principalId: string): Schedule | undefined {
  return listSchedulesAt(sim, kind, key).find(
    (each) => each.roleId === roleId && each.principalId.toLowerCase() === principalId.toLowerCase(),
  )
}

export function saveSchedule(sim: Simulator, schedule: Schedule): void {
  changes(sim).set(storeKey(schedule), schedule)
}

export function endSchedule(sim: Simulator, schedule: Schedule): void {
  saveSchedule(sim, { ...schedule, deleted: true })
}

interface ExpandedPrincipal {
  scopeKey: string
  roleId: string
  principalId: string
}

export function expandedProperties(
  sim: Simulator,
  { scopeKey, roleId, principalId }: ExpandedPrincipal,
  scope: Pick<Scope, 'id' | 'displayName'> & { type: string },
) {
  const role = findRole(sim, scopeKey, roleId)
  const principal = findPrincipal(sim, principalId)
  return {
    scope,
    roleDefinition: { id: definitionId(scopeKey, { id: roleId }), displayName: role?.name ?? null, type: role?.type ?? null },
    principal: {
      id: principalId,
      displayName: principal?.displayName ?? null,
      type: principal?.type ?? null,
      ...(principal?.email ? { email: principal.email } : {}),
    },
  }
}
