import { sql } from 'kysely'
import { tailOf } from '../../../../clients/arm/armId.ts'
import { mapWithConcurrency } from '../../../../clients/mapWithConcurrency.ts'
import type { RestoreDifference } from '../../../../db/tables.ts'
import type { CompareContext } from './compareContext.ts'

interface RecordedRole {
  accountId: string
  personId: string
  personName: string
  roleId: string
  roleName: string
  /** True if Azure must have it now. */
  active: boolean
}

const maxConcurrency = 8

/** Compares time-limited roles in the subscriptions of accounts with activations and emergency access. */
export async function compareRoles({ db, clients, now, signal }: CompareContext): Promise<RestoreDifference[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .select((eb) => eb.ref('subscription_id').$notNull().as('subscription_id'))
    .where('status', '=', 'active')
    .where('subscription_id', 'is not', null)
    .orderBy('id')
    .execute()
  const recorded = Map.groupBy(await readRecordedRoles({ db, now }), ({ accountId }) => accountId)
  const perAccount = await mapWithConcurrency(accounts, maxConcurrency, async ({ id, name, subscription_id }) => {
    signal.throwIfAborted()
    const outside = await clients.arm.listRoleActivations(`/subscriptions/${subscription_id}`)
    const own = recorded.get(id) ?? []
    const keyOf = (principal: string, role: string) => `${principal} ${tailOf(role)}`.toLowerCase()
    const outsideKeys = new Set(outside.map(({ properties }) => keyOf(properties.principalId, properties.roleDefinitionId)))
    const ownKeys = new Set(own.map(({ personId, roleId }) => keyOf(personId, roleId)))
    return [
      ...outside.flatMap(({ id: scheduleId, properties: { principalId, roleDefinitionId, endDateTime } }): RestoreDifference[] =>
        ownKeys.has(keyOf(principalId, roleDefinitionId))
          ? []
          : [
              {
                kind: 'privilegedRole',
                side: 'outside',
                id: scheduleId,
                name: `Role ${tailOf(roleDefinitionId)} of ${principalId} in ${name}`,
                detail: `Not recorded as an activation.${endDateTime ? ` End: ${endDateTime}.` : ''}`,
              },
            ],
      ),
      ...own.flatMap(({ personId, personName, roleId, roleName, active }): RestoreDifference[] =>
        !active || outsideKeys.has(keyOf(personId, roleId))
          ? []
          : [
              {
                kind: 'privilegedRole',
                side: 'inside',
                id: roleId,
                name: `${roleName} of ${personName} in ${name}`,
                detail: 'Azure doesn’t have this role assignment.',
              },
            ],
      ),
    ]
  })
  return perAccount.flat()
}

async function readRecordedRoles({ db, now }: Pick<CompareContext, 'db' | 'now'>): Promise<RecordedRole[]> {
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
