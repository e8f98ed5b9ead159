import type { Person } from '../../../auth/actor.ts'
import type { Clients } from '../../../clients/clients.ts'
import { type Fresh, fresh } from '../../../clients/fresh.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountFacts } from '../../accounts/accounts/policy.ts'
import { rolesAt } from '../../accounts/groups/roles.ts'
import type { RoleDefinition } from '../../accounts/groups/schemas.ts'
import { type Everywhere, type PlacedEligible, rolesEverywhere } from './eligibility.ts'
import { presentRole } from './presentRole.ts'
import { openActivations } from './queries.ts'
import type { PlacedPimRole } from './schemas.ts'

type RoleContext = { clients: Clients; config: Config; actor: Person }
export interface EligibleRoles {
  found: Fresh<Everywhere>
  definitions: RoleDefinition[]
}

/** Reads the actor’s eligible roles everywhere from Azure, with their definitions, cached for a minute. */
export async function fetchEverywhere({ clients, config, actor }: RoleContext, refresh?: boolean): Promise<EligibleRoles> {
  const { rootManagementGroup: root } = config
  const [found, definitions] = await Promise.all([
    fresh(clients, `privileged roles everywhere ${actor.id}`, () => rolesEverywhere(clients, root, actor.id), refresh),
    fresh(clients, `role definitions ${root}`, () => rolesAt(clients, `/providers/Microsoft.Management/managementGroups/${root}`)).then(
      ({ value }) => value,
      (): RoleDefinition[] => [],
    ),
  ])
  return { found, definitions }
}

interface AccountRow extends AccountFacts {
  id: string
  name: string
  environment: string
}

async function accountsOf(db: Db, subscriptionIds: string[]): Promise<Map<string, AccountRow>> {
  if (subscriptionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'environment', 'kind', 'status', 'subscription_id'])
    .where('subscription_id', 'in', subscriptionIds)
    .where('status', '<>', 'deleted')
    .execute()
  return new Map(rows.map(({ subscription_id, ...row }) => [subscription_id!, { ...row, subscriptionId: subscription_id, owners: [] }]))
}

const brief = ({ id, name, environment }: AccountRow) => ({ id, name, environment })
const above = 'This role is above the accounts. Open the account you need and activate it there.'
const notAsked = 'The rules weren’t read here. Open the account and activate it there.'

/** Adds accounts to roles in three queries. Roles in subscriptions without an account are left out. */
export async function placeRoles(
  db: Db,
  { actor, config }: { actor: Person; config: Config },
  { found, definitions }: EligibleRoles,
): Promise<{ items: PlacedPimRole[]; unanswered: ReturnType<typeof brief>[] }> {
  const { roles, unanswered } = found.value
  const [accounts, open] = await Promise.all([
    accountsOf(db, [...new Set(roles.flatMap((role) => role.subscriptionId ?? []))]),
    openActivations(db, actor, config),
  ])
  const lets = new Map(definitions.map((definition) => [definition.id, definition.lets]))
  const place = ({ subscriptionId, ...role }: PlacedEligible): PlacedPimRole | undefined => {
    const account = subscriptionId === null ? null : accounts.get(subscriptionId)
    if (account === undefined) return undefined
    const taken = open.find((each) => each.account.id === account?.id && each.roleDefinitionId === role.roleDefinitionId)
    const none: AccountFacts = { kind: 'cloud', status: 'active', subscriptionId: '', owners: [] }
    const shown = presentRole(account ?? none, role, lets.get(role.roleDefinitionId) ?? [], taken)
    const silent = role.rules === undefined && !unanswered.includes(subscriptionId ?? '') ? notAsked : undefined
    const activate = account === null ? above : shown.can.activate !== true && silent && !taken ? silent : shown.can.activate!
    return { ...shown, account: account && brief(account), can: { ...shown.can, activate } }
  }
  const items = roles.flatMap((role) => place(role) ?? [])
  const name = (role: PlacedPimRole) => role.account?.name ?? ''
  return {
    items: items.sort((one, other) => name(one).localeCompare(name(other)) || one.name.localeCompare(other.name)),
    unanswered: unanswered.flatMap((subscriptionId) => {
      const account = accounts.get(subscriptionId)
      return account ? [brief(account)] : []
    }),
  }
}
