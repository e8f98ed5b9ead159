import { sql } from 'kysely'
import { lastSegment } from '../../../../clients/arm/armId.ts'
import type { RoleInstance } from '../../../../clients/arm/armPim.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { mapWithConcurrency } from '../../../../clients/mapWithConcurrency.ts'
import type { RestoreDifference } from '../../../../db/tables.ts'
import { formatMoment } from '../../../../format.ts'
import type { CompareContext } from './compareContext.ts'

interface RecordedRole {
  accountId: string
  personId: string
  personName: string
  roleId: string
  roleName: string
  /** Whether Azure must have the role now. */
  active: boolean
}

const maxConcurrency = 8

export async function compareRoles({ db, clients, now, signal }: CompareContext): Promise<RestoreDifference[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .select((eb) => eb.ref('subscription_id').$notNull().as('subscription_id'))
    .where('status', '=', 'active')
    .where('subscription_id', 'is not', null)
    .orderBy('id')
    .execute()
  const recorded = Map.groupBy(await loadRecordedRoles({ db, now }), ({ accountId }) => accountId)
  const perAccount = await mapWithConcurrency(accounts, maxConcurrency, async ({ id, name, subscription_id }) => {
    signal.throwIfAborted()
    const scope = `/subscriptions/${subscription_id}`
    try {
      return differencesIn(name, await clients.arm.listRoleActivations(scope), recorded.get(id) ?? [])
    } catch (error) {
      if (!(error instanceof ExternalError && isUnreadable(error))) throw error
      const detail = `The roles couldn’t be read: ${error.message}`
      return [{ kind: 'privilegedRole' as const, side: 'unread' as const, id: scope, name, detail }]
    }
  })
  return perAccount.flat()
}

/**
 * Returns true if repeating the call doesn't help: the subscription no longer exists, Slipway has no permission in it, or the tenant has no
 * licence for privileged roles, which is a 400 (https://github.com/JulianHayward/Azure-MG-Sub-Governance-Reporting/issues/114).
 */
function isUnreadable({ status, code }: ExternalError): boolean {
  return status === 403 || status === 404 || code === 'AadPremiumLicenseRequired'
}

function differencesIn(accountName: string, inAzure: RoleInstance[], own: RecordedRole[]): RestoreDifference[] {
  const keyOf = (principal: string, role: string) => `${principal} ${lastSegment(role)}`.toLowerCase()
  const azureKeys = new Set(inAzure.map(({ properties }) => keyOf(properties.principalId, properties.roleDefinitionId)))
  const ownKeys = new Set(own.map(({ personId, roleId }) => keyOf(personId, roleId)))
  return [
    ...inAzure.flatMap(({ id, properties: { principalId, roleDefinitionId, endDateTime, expandedProperties } }): RestoreDifference[] => {
      if (ownKeys.has(keyOf(principalId, roleDefinitionId))) return []
      const roleName = expandedProperties?.roleDefinition?.displayName ?? `Role ${lastSegment(roleDefinitionId)}`
      const name = `${roleName} of ${expandedProperties?.principal?.displayName ?? principalId} in ${accountName}`
      const detail = `Not recorded as an activation.${endDateTime ? ` End: ${formatMoment(new Date(endDateTime))}.` : ''}`
      return [{ kind: 'privilegedRole', side: 'outside', id, name, detail }]
    }),
    ...own.flatMap(({ personId, personName, roleId, roleName, active }): RestoreDifference[] => {
      if (!active || azureKeys.has(keyOf(personId, roleId))) return []
      const name = `${roleName} of ${personName} in ${accountName}`
      return [{ kind: 'privilegedRole', side: 'inside', id: roleId, name, detail: 'Azure doesn’t have this role assignment.' }]
    }),
  ]
}

async function loadRecordedRoles({ db, now }: Pick<CompareContext, 'db' | 'now'>): Promise<RecordedRole[]> {
  const { rows } = await sql<RecordedRole>`
    select r.account_id::text as "accountId", r.person_id::text as "personId", p.display_name as "personName", r.role_definition_id::text as "roleId",
      r.role_name as "roleName", r.active
    from (
      select account_id, person_id, role_definition_id, role_name, status = 'active' and ends_at > ${now()} as active
      from pim_activations where status in ('sending', 'scheduled', 'active', 'ending')
      union all
      select account_id, person_id, role_definition_id, role_name, status = 'active' and ends_at > ${now()}
      from emergency_accesses where status in ('opening', 'active', 'ending')) r
    join people p on p.id = r.person_id`.execute(db)
  return rows
}
