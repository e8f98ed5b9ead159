import type { Verdict } from '../../../../auth/access.ts'
import type { Clients } from '../../../../clients/clients.ts'
import type { Db } from '../../../../db/database.ts'
import { checkTicket } from '../checkTicket.ts'
import { eligibleRoles } from '../eligibility.ts'
import { canActivate } from '../policy.ts'
import type { Order } from './loadOrder.ts'

export const noLongerEligible = (role: string) => `You’re no longer eligible for ${role}. Ask an owner of the account.`

/** Checks again whether the role can be activated or extended now, because the request can be a day old. Caches are not used. */
export async function isStillAllowed({ db, clients, now }: { db: Db; clients: Clients; now: Date }, order: Order): Promise<Verdict> {
  const { kind, subscription_id, person_id, role_definition_id, role_name, ticket_number } = order
  const minutes = kind === 'extend' ? (order.new_end!.getTime() - order.starts_at!.getTime()) / 60_000 : order.minutes
  if (!order.person_active) return 'The person was disabled in the directory.'
  if (kind === 'extend' && order.activation_status !== 'active') return `${role_name} has ended, so it can’t be extended.`
  if (!subscription_id) return 'The account no longer has a subscription.'
  const role = (await eligibleRoles(clients, subscription_id, person_id)).find((each) => each.roleDefinitionId === role_definition_id)
  if (!role) return noLongerEligible(role_name)
  const account = { kind: order.account_kind, status: order.account_status, subscriptionId: subscription_id, owners: [] }
  const canVerdict = canActivate(account, role.rules, kind === 'extend' ? null : role.active)
  if (canVerdict !== true) return canVerdict
  if (minutes > role.rules!.maxMinutes) return `The role’s policy now allows less time. Request at most ${role.rules!.maxMinutes} minutes.`
  if (!role.rules!.ticket) return true
  if (!ticket_number) return 'The role’s policy now requires a ticket. Request the role again with a ticket.'
  const effectiveAt = kind === 'assign' && order.starts_at && order.starts_at > now ? order.starts_at : now
  return checkTicket(
    { db, clients },
    {
      account: { id: order.account_id, name: order.account_name, family: { id: order.family_id } },
      number: ticket_number,
      personId: person_id,
      roleDefinitionId: role_definition_id,
      now,
      at: effectiveAt,
    },
  )
}
