import { lockedScope } from '../../../clients/arm/armLocks.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { ask } from '../../accounts/decommission/dry-run/ask.ts'
import { graceHours, inHours } from '../sandboxes/lease.ts'
import type { SandboxRow } from '../sandboxes/sandboxRows.ts'
import { holdsData } from './dataTypes.ts'
import type { SandboxDeletion } from './schemas.ts'

const maxNames = 20

type Facts = Pick<SandboxRow, 'id' | 'status' | 'removing_at' | 'delete_at' | 'delete_because'> &
  Pick<SandboxRow, 'subscription_id' | 'resource_group' | 'currency' | 'spent' | 'budget_limit' | 'owners'>

/** Lists what a deletion removes, without changing anything. Each read from the cloud fails on its own. */
export async function dryRunDeletion(world: { db: Db; clients: Clients }, sandbox: Facts, now: Date): Promise<SandboxDeletion> {
  const { clients } = world
  const { subscription_id, resource_group, status } = sandbox
  const place =
    subscription_id && status !== 'deleted' ? { subscriptionId: subscription_id, group: resource_group ?? undefined } : undefined
  const [resources, locks, people] = await Promise.all([
    ask(place ? resourcesIn(clients, place) : Promise.resolve({ total: 0, kinds: [] })),
    ask(place ? locksIn(clients, place) : Promise.resolve([])),
    peopleIn(world.db, sandbox),
  ])
  const phase = phaseOf(sandbox)
  const wasReady = status !== 'queued' && status !== 'failed'
  const until = phase === 'grace' ? sandbox.delete_at! : phase === 'notAsked' && wasReady ? inHours(now, graceHours) : null
  return {
    sandboxId: sandbox.id,
    phase,
    requestedAt: now.toISOString(),
    undoUntil: until?.toISOString() ?? null,
    graceHours: wasReady ? graceHours : 0,
    resources,
    locks,
    people,
    money: { currency: sandbox.currency, spent: sandbox.spent, left: Math.max(0, sandbox.budget_limit - sandbox.spent) },
  }
}

function phaseOf({ status, removing_at }: Facts): SandboxDeletion['phase'] {
  if (status === 'deleted') return 'gone'
  if (removing_at !== null) return 'removing'
  return status === 'deleting' ? 'grace' : 'notAsked'
}

interface Place {
  subscriptionId: string
  group: string | undefined
}

async function resourcesIn({ arm }: Clients, { subscriptionId, group }: Place) {
  const resources = await arm.listResources(subscriptionId, group === undefined ? {} : { group })
  const byType = Map.groupBy(resources, ({ type }) => type.toLowerCase())
  const kinds = [...byType.values()].map((some) => ({
    type: some[0]!.type,
    count: some.length,
    names: some
      .map(({ name }) => name)
      .sort()
      .slice(0, maxNames),
    holdsData: holdsData(some[0]!.type),
  }))
  kinds.sort((a, b) => Number(b.holdsData) - Number(a.holdsData) || b.count - a.count || a.type.localeCompare(b.type))
  return { total: resources.length, kinds }
}

async function locksIn({ arm }: Clients, { subscriptionId, group }: Place) {
  const locks = await arm.listLocks(subscriptionId, group)
  return locks
    .map((lock) => ({ name: lock.name, on: lockedScope(lock).split('/').at(-1)!, level: lock.properties.level }))
    .sort((a, b) => a.on.localeCompare(b.on) || a.name.localeCompare(b.name))
}

async function peopleIn(db: Db, { id, owners }: Facts): Promise<SandboxDeletion['people']> {
  const members = await db
    .selectFrom('people as p')
    .select(['p.id', 'p.display_name as displayName', 'p.email', 'p.department', 'p.active'])
    .where('p.id', 'in', (inside) =>
      inside
        .selectFrom('group_assignments as m')
        .innerJoin('access_groups as g', 'g.id', 'm.group_id')
        .select('m.person_id')
        .where('g.sandbox_id', '=', id)
        .where('m.status', 'in', ['scheduled', 'granting', 'active']),
    )
    .orderBy('p.display_name')
    .execute()
  const others = members.filter((member) => !owners.some((owner) => owner.id === member.id))
  return [...owners.map((person) => ({ person, owner: true })), ...others.map((person) => ({ person, owner: false }))]
}
