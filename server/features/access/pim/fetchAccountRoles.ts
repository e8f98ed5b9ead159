import type { Person } from '../../../auth/actor.ts'
import { type CachedValue, cached } from '../../../clients/cached.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import type { Account } from '../../accounts/accounts/schemas.ts'
import { listRoles } from '../../accounts/groups/roles.ts'
import type { RoleDefinition } from '../../accounts/groups/schemas.ts'
import { type EligibleRole, eligibleRoles } from './eligibility.ts'
import { presentRole } from './presentRole.ts'
import { openActivations } from './queries.ts'
import type { PimRole } from './schemas.ts'

interface AccountRoles {
  account: Account
  found: CachedValue<EligibleRole[]>
  roles: RoleDefinition[]
}

/** The response is cached for a minute. @throws notFound */
export async function fetchAccountRoles(
  { db, actor, clients }: { db: Db; actor: Person; clients: Clients },
  id: string,
  refresh?: boolean,
): Promise<AccountRoles> {
  const account = await loadAccount(db, actor, id)
  const { subscriptionId } = account
  if (!subscriptionId) throw new Failure('notFound', 'This account has no subscription.')
  const key = `privileged roles ${actor.id} ${subscriptionId}`
  const [eligible, roles] = await Promise.all([
    cached(clients, key, () => eligibleRoles(clients, subscriptionId, actor.id), refresh),
    listRoles(clients, subscriptionId).then(
      ({ value }) => value,
      (): RoleDefinition[] => [],
    ),
  ])
  return { account, found: eligible, roles }
}

export async function presentRoles(
  db: Db,
  { actor, config }: { actor: Person; config: Config },
  { account, found: eligible, roles }: AccountRoles,
): Promise<{ items: PimRole[]; fetchedAt: string }> {
  const actionsByRole = new Map(roles.map((role) => [role.id, role.allowedActions]))
  const openActivationList = await openActivations(db, actor, config, account.id)
  const openActivation = (role: EligibleRole) => openActivationList.find((each) => each.roleDefinitionId === role.roleDefinitionId)
  return {
    items: eligible.value.map((role) => presentRole(account, role, actionsByRole.get(role.roleDefinitionId) ?? [], openActivation(role))),
    fetchedAt: eligible.fetchedAt.toISOString(),
  }
}
