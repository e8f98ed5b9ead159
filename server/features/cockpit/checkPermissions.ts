import { billingService } from '../../clients/armBilling.ts'
import { isGranted, type RolePermission } from '../../clients/armPermissions.ts'
import type { Clients } from '../../clients/clients.ts'
import { graphRoleIds } from '../../clients/graphAppRoles.ts'
import { type MissingPermission, subscriptionCreator } from '../../clients/missingPermission.ts'
import { OutsideError } from '../../clients/outsideError.ts'
import { permissions } from '../../clients/permissions.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'

interface World {
  clients: Pick<Clients, 'arm' | 'graph'>
  db: Db
  config: Pick<Config, 'rootManagementGroup' | 'outside'>
}

const maxAccounts = 5
/** What is granted at the billing scope is no action of Azure RBAC. */
const actions = permissions.filter(({ service, name }) => service === 'Azure' && name.includes('/')).map(({ name }) => name)
const appRoles = permissions.filter(({ service }) => service === 'Microsoft Graph').map(({ name }) => name)

/** The names of the permissions that the check of a service covers. */
export const coveredPermissions: Readonly<Record<string, readonly string[]>> = {
  Azure: actions,
  [billingService]: [subscriptionCreator.name],
  'Microsoft Graph': appRoles,
}

/** The listed permissions that Slipway's identity lacks in Azure. @throws OutsideError */
export async function missingInAzure({ clients, db, config }: World): Promise<MissingPermission[]> {
  const root = `/providers/Microsoft.Management/managementGroups/${config.rootManagementGroup}`
  const accounts = await db
    .selectFrom('accounts')
    .select('subscription_id')
    .where('status', '=', 'active')
    .where('subscription_id', 'is not', null)
    .orderBy('id')
    .limit(maxAccounts)
    .execute()
  const lacking = (held: RolePermission[]) => actions.filter((action) => !isGranted(held, action)).map((name) => ({ name, scope: root }))
  // What is granted above reaches every subscription; one may have been deleted outside Slipway.
  for (const { subscription_id } of accounts) {
    const held = await clients.arm.listOwnPermissions(`/subscriptions/${subscription_id}`).catch((error: unknown) => {
      if (error instanceof OutsideError && error.status === 404) return undefined
      throw error
    })
    if (held) return lacking(held)
  }
  return lacking(await clients.arm.listOwnPermissions(root))
}

/** The listed application permissions that Slipway's identity lacks in Microsoft Graph. @throws OutsideError */
export async function missingInGraph({ clients, config }: World): Promise<MissingPermission[]> {
  const granted = await clients.graph.listGrantedRoleIds(config.outside.clientId)
  return appRoles.filter((name) => !granted.has(graphRoleIds[name]!)).map((name) => ({ name, scope: 'the tenant' }))
}
