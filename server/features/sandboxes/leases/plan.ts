import { lockedScope } from '../../../clients/arm/armLocks.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { withTimeout } from '../../accounts/decommission/dry-run/withTimeout.ts'
import { graceHours, inHours } from '../sandboxes/lease.ts'
import type { SandboxRow } from '../sandboxes/sandboxRows.ts'
import { typeHoldsData } from './dataTypes.ts'
import type { SandboxDeletion } from './schemas.ts'

const maxNames = 20

type Facts = Pick<SandboxRow, 'id' | 'status' | 'removing_at' | 'delete_at' | 'delete_cause' | 'delete_requested_at'> &
  Pick<SandboxRow, 'subscription_id' | 'resource_group' | 'currency' | 'spent' | 'budget_limit' | 'owners'>

/** Lists what a deletion removes, without changing anything. If a read from the cloud fails, the other reads are still used. */
export async function dryRunDeletion(context: { db: Db; clients: Clients }, sandbox: Facts, now: Date): Promise<SandboxDeletion> {
  const { clients } = context
  const { subscription_id, resource_group, status } = sandbox
  const position =
    subscription_id && status !== 'deleted' ? { subscriptionId: subscription_id, group: resource_group ?? undefined } : undefined
  const [resources, locks, people] = await Promise.all([
    withTimeout(position ? resourcesIn(clients, position) : Promise.resolve({ total: 0, kinds: [] })),
    withTimeout(position ? locksIn(clients, position) : Promise.resolve([])),
    peopleIn(context.db, sandbox),
  ])
  const phase = phaseOf(sandbox)
  const wasActive = status !== 'queued' && status !== 'failed'
  const until = phase === 'grace' ? sandbox.delete_at! : phase === 'notRequested' && wasActive ? inHours(now, graceHours) : null
  return {
    sandboxId: sandbox.id,
    phase,
    requestedAt: (sandbox.delete_requested_at ?? now).toISOString(),
    undoUntil: until?.toISOString() ?? null,
    graceHours: wasActive ? graceHours : 0,
    resources,
    locks,
    people,
    money: { currency: sandbox.currency, spent: sandbox.spent, left: Math.max(0, sandbox.budget_limit - sandbox.spent) },
  }
}

function phaseOf({ status, removing_at }: Facts): SandboxDeletion['phase'] {
  if (status === 'deleted') return 'gone'
  if (removing_at !== null) return 'removing'
  return status === 'deleting' ? 'grace' : 'notRequested'
}

interface SandboxScope {
  subscriptionId: string
  group: string | undefined
}

async function resourcesIn({ arm }: Clients, { subscriptionId, group }: SandboxScope) {
  const resources = await arm.listResources(subscriptionId, group === undefined ? {} : { group })
  const byType = Map.groupBy(resources, ({ type }) => type.toLowerCase())
  const kinds = [...byType.values()].map((resourcesOfType) => ({
    type: resourcesOfType[0]!.type,
    count: resourcesOfType.length,
    names: resourcesOfType
      .map(({ name }) => name)
      .sort()
      .slice(0, maxNames),
    holdsData: typeHoldsData(resourcesOfType[0]!.type),
  }))
  kinds.sort((a, b) => Number(b.holdsData) - Number(a.holdsData) || b.count - a.count || a.type.localeCompare(b.type))
  return { total: resources.length, kinds }
}

async function locksIn({ arm }: Clients, { subscriptionId, group }: SandboxScope) {
  const locks = await arm.listLocks(subscriptionId, group)
  return locks
    .map((lock) => ({ name: lock.name, scope: lockedScope(lock).split('/').at(-1)!, level: lock.properties.level }))
    .sort((a, b) => a.scope.localeCompare(b.scope) || a.name.localeCompare(b.name))
}

async function peopleIn(db: Db, { id, owners }: Facts): Promise<SandboxDeletion['people']> {
  const members = await db
    .selectFrom('people as p')
    .select(['p.id', 'p.display_name as displayName', 'p.email', 'p.department', 'p.active'])
    .where('p.id', 'in', (expression) =>
      expression
        .selectFrom('group_assignments as m')
        .innerJoin('access_groups as g', 'g.id', 'm.group_id')
        .select('m.person_id')
        .where('g.sandbox_id', '=', id)
        .where('m.status', 'in', ['scheduled', 'granting', 'active']),
    )
    .orderBy('p.display_name')
    .execute()
  const otherMembers = members.filter((member) => !owners.some((owner) => owner.id === member.id))
  return [...owners.map((person) => ({ person, owner: true })), ...otherMembers.map((person) => ({ person, owner: false }))]
}
