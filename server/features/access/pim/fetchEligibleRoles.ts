import type { Person } from '../../../auth/actor.ts'
import { type CachedValue, cached } from '../../../clients/cached.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountFacts } from '../../accounts/accounts/policy.ts'
import { rolesAt } from '../../accounts/groups/roles.ts'
import type { RoleDefinition } from '../../accounts/groups/schemas.ts'
import { type AllEligibleRoles, listAllEligibleRoles, type ScopedEligibleRole } from './eligibility.ts'
import { presentRole } from './presentRole.ts'
import { openActivations } from './queries.ts'
import type { PimRoleWithAccount } from './schemas.ts'

type RoleContext = { clients: Clients; config: Config; actor: Person }
interface EligibleRoles {
  found: CachedValue<AllEligibleRoles>
  definitions: RoleDefinition[]
}

/** The response is cached for a minute. */
export async function fetchAllEligibleRoles({ clients, config, actor }: RoleContext, refresh?: boolean): Promise<EligibleRoles> {
  const { rootManagementGroup: root } = config
  const [eligible, definitions] = await Promise.all([
    cached(clients, `privileged roles everywhere ${actor.id}`, () => listAllEligibleRoles(clients, root, actor.id), refresh),
    cached(clients, `role definitions ${root}`, () => rolesAt(clients, `/providers/Microsoft.Management/managementGroups/${root}`)).then(
      ({ value }) => value,
      (): RoleDefinition[] => [],
    ),
  ])
  return { found: eligible, definitions }
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

const toAccountNameRef = ({ id, name, environment }: AccountRow) => ({ id, name, environment })
const aboveAccountsMessage = 'This role applies to several accounts. Open the account that you need and activate the role there.'
const rulesUnknownMessage = 'Slipway hasn’t read this role’s rules. Open the account and activate the role there.'

/** Roles in subscriptions without an account are left out. */
export async function assignRolesToAccounts(
  db: Db,
  { actor, config }: { actor: Person; config: Config },
  { found: eligible, definitions }: EligibleRoles,
): Promise<{ items: PimRoleWithAccount[]; unreadableAccounts: ReturnType<typeof toAccountNameRef>[] }> {
  const { roles, unreadableSubscriptions } = eligible.value
  const [accounts, openActivationList] = await Promise.all([
    accountsOf(db, [...new Set(roles.flatMap((role) => role.subscriptionId ?? []))]),
    openActivations(db, actor, config),
  ])
  const actionsByRole = new Map(definitions.map((definition) => [definition.id, definition.allowedActions]))
  const withAccount = ({ subscriptionId, ...role }: ScopedEligibleRole): PimRoleWithAccount | undefined => {
    const account = subscriptionId === null ? null : accounts.get(subscriptionId)
    if (account === undefined) return undefined
    const openActivation = openActivationList.find(
      (each) => each.account.id === account?.id && each.roleDefinitionId === role.roleDefinitionId,
    )
    const none: AccountFacts = { kind: 'cloud', status: 'active', subscriptionId: '', owners: [] }
    const presentedRole = presentRole(account ?? none, role, actionsByRole.get(role.roleDefinitionId) ?? [], openActivation)
    const rulesNote = role.rules === undefined && !unreadableSubscriptions.includes(subscriptionId ?? '') ? rulesUnknownMessage : undefined
    const activate =
      account === null
        ? aboveAccountsMessage
        : presentedRole.can.activate !== true && rulesNote && !openActivation
          ? rulesNote
          : presentedRole.can.activate!
    return { ...presentedRole, account: account && toAccountNameRef(account), can: { ...presentedRole.can, activate } }
  }
  const items = roles.flatMap((role) => withAccount(role) ?? [])
  const name = (role: PimRoleWithAccount) => role.account?.name ?? ''
  return {
    items: items.sort((a, b) => name(a).localeCompare(name(b)) || a.name.localeCompare(b.name)),
    unreadableAccounts: unreadableSubscriptions.flatMap((subscriptionId) => {
      const account = accounts.get(subscriptionId)
      return account ? [toAccountNameRef(account)] : []
    }),
  }
}
