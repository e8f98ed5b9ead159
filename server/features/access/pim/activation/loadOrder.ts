import type { RoleOrder } from '../../../../clients/arm/armPim.ts'
import type { Db } from '../../../../db/database.ts'

export function loadOrder(db: Db, id: string) {
  return db
    .selectFrom('pim_orders as o')
    .innerJoin('pim_activations as t', 't.id', 'o.activation_id')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .innerJoin('people as p', 'p.id', 't.person_id')
    .select(['o.id', 'o.kind', 'o.status', 'o.justification', 'o.ends_at as new_end', 'o.created_at', 'o.updated_at as released_at'])
    .select([
      't.id as activation_id',
      't.status as activation_status',
      't.scope',
      't.role_definition_id',
      't.role_name',
      't.person_id',
      'p.active as person_active',
    ])
    .select(['t.minutes', 't.starts_at', 't.ends_at', 't.ticket_number', 't.ticket_system'])
    .select([
      'a.id as account_id',
      'a.name as account_name',
      'a.subscription_id',
      'a.kind as account_kind',
      'a.status as account_status',
      'a.family_id',
    ])
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow()
}
export type Order = Awaited<ReturnType<typeof loadOrder>>

export function toRoleOrder(order: Order, now: Date): RoleOrder {
  const { id, kind, scope, role_definition_id, person_id, justification, ticket_number, ticket_system } = order
  const commonFields = { name: id, scope, roleDefinitionId: role_definition_id, principalId: person_id, justification }
  if (kind === 'remove') return { ...commonFields, type: 'AdminRemove' }
  const ticket = ticket_number && ticket_system ? { number: ticket_number, system: ticket_system } : undefined
  const orderWithTicket = { ...commonFields, ticket }
  if (kind === 'extend')
    return { ...orderWithTicket, type: 'AdminUpdate', schedule: { startsAt: order.starts_at!, endsAt: order.new_end! } }
  const startsAt = order.starts_at && order.starts_at > now ? order.starts_at : undefined
  return { ...orderWithTicket, type: 'AdminAssign', schedule: { startsAt, minutes: order.minutes } }
}

export type Outcome = { rejected: string } | { startsAt?: string | undefined; endsAt?: string | undefined }
