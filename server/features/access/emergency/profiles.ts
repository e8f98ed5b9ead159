import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { canSeeActivityAs } from '../../../auth/canSeeActivity.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { Environment } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import type { Account } from '../../accounts/accounts/schemas.ts'
import { rolesOf } from '../../accounts/groups/roles.ts'
import type { EmergencyProfile, EmergencyScope } from './schemas.ts'
import { emergencyProfileSubject } from './subject.ts'

const environmentLabels: Record<Environment, string> = {
  production: 'All production accounts',
  preproduction: 'All pre-production accounts',
  test: 'All test accounts',
  development: 'All development accounts',
}

function selectProfiles(db: Db) {
  return db
    .selectFrom('emergency_profiles as f')
    .innerJoin('directory_groups as g', 'g.id', 'f.directory_group_id')
    .leftJoin('accounts as a', 'a.id', 'f.account_id')
    .leftJoin('towers as t', 't.id', 'f.tower_id')
    .selectAll('f')
    .select(['g.display_name as group_name', 'g.checked_at', 'a.name as account_name', 't.name as tower_name'])
    .select([
      sql<number>`(select count(*) from directory_group_members m where m.group_id = g.id)`.as('members'),
      sql<number>`(select count(*) from emergency_accesses e where e.profile_id = f.id)`.as('used'),
    ])
}
type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfiles>['executeTakeFirstOrThrow']>>

function presentProfile(actor: Person, row: ProfileRow): EmergencyProfile {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    group: { id: row.directory_group_id, name: row.group_name, members: row.members, checkedAt: row.checked_at?.toISOString() ?? null },
    role: { id: row.role_definition_id, name: row.role_name },
    scope: {
      kind: row.scope,
      id: row.account_id ?? row.tower_id ?? row.environment ?? '',
      name: row.account_name ?? row.tower_name ?? (row.environment ? environmentLabels[row.environment] : ''),
    },
    maxMinutes: row.max_minutes,
    enabled: row.enabled,
    used: row.used,
    version: row.version,
    can: {
      change: actor.admin ? true : 'Only administrators can change emergency profiles.',
      follow: canSeeActivityAs(actor, emergencyProfileSubject, []),
    },
  }
}

export async function loadProfiles(db: Db, actor: Person): Promise<EmergencyProfile[]> {
  const rows = await selectProfiles(db).orderBy('f.name').limit(500).execute()
  return rows.map((row) => presentProfile(actor, row))
}

export async function loadProfile(db: Db, actor: Person, id: string): Promise<EmergencyProfile> {
  const row = await selectProfiles(db).where('f.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This emergency profile doesn’t exist.')
  return presentProfile(actor, row)
}

type Value<T> = T | RawBuilder<unknown>
interface CoveredAccount {
  id: Value<string>
  tower: { id: Value<string> }
  environment: Value<Account['environment']>
}

/** The account’s fields are values or, in a query that joins `accounts`, its columns. */
export function profileCoversAccount({ id, tower, environment }: CoveredAccount): RawBuilder<boolean> {
  return sql<boolean>`f.enabled and (f.account_id = ${id} or f.tower_id = ${tower.id} or f.environment = ${environment})`
}

interface ProfileParts {
  group: { id: string; name: string } | undefined
  role: { id: string; name: string } | undefined
}

const invalidField = (field: string, message: string): never => {
  throw new Failure('invalidRequest', `${message}.`, { errors: [{ field, message }] })
}

/** @throws invalidRequest at the field */
export async function findProfileParts(
  { db, clients }: { db: Db; clients: Clients },
  search: { groupName?: string | undefined; roleDefinitionId?: string | undefined; scope?: EmergencyScope | undefined },
): Promise<ProfileParts> {
  const { groupName, roleDefinitionId, scope } = search
  const group = groupName === undefined ? undefined : await clients.graph.findGroupByName(groupName.trim())
  if (groupName !== undefined && !group) invalidField('groupName', 'The directory has no group with this name')
  const role = roleDefinitionId && scope ? await findRole({ db, clients }, roleDefinitionId, scope) : undefined
  return { group: group && { id: group.id.toLowerCase(), name: group.displayName ?? groupName!.trim() }, role }
}

async function findRole({ db, clients }: { db: Db; clients: Clients }, id: string, scope: EmergencyScope) {
  const account = await db
    .selectFrom('accounts')
    .select('subscription_id')
    .where('status', '=', 'active')
    .where('subscription_id', 'is not', null)
    .$if(scope.kind === 'account', (query) => query.where('id', '=', (scope as { accountId: string }).accountId))
    .$if(scope.kind === 'tower', (query) => query.where('tower_id', '=', (scope as { towerId: string }).towerId))
    .$if(scope.kind === 'environment', (query) => query.where('environment', '=', (scope as { environment: 'production' }).environment))
    .orderBy('name_key')
    .limit(1)
    .executeTakeFirst()
  if (!account?.subscription_id) return invalidField('scope', 'There is no active account in this scope')
  const role = (await rolesOf(clients, account.subscription_id)).find((each) => each.id === id.toLowerCase())
  if (!role) return invalidField('roleDefinitionId', 'Azure has no such role in this scope')
  if (role.kind === 'custom' && scope.kind !== 'account')
    return invalidField('roleDefinitionId', 'Custom roles don’t exist in every account; choose a built-in role')
  if (role.grantsAccess) return invalidField('roleDefinitionId', 'Roles that can grant access can’t be used for emergencies')
  return { id: role.id, name: role.name }
}

export function scopeColumns(scope: EmergencyScope) {
  return {
    scope: scope.kind,
    account_id: scope.kind === 'account' ? scope.accountId : null,
    tower_id: scope.kind === 'tower' ? scope.towerId : null,
    environment: scope.kind === 'environment' ? scope.environment : null,
  }
}

export async function upsertDirectoryGroup(db: Db, group: { id: string; name: string }): Promise<void> {
  await db
    .insertInto('directory_groups')
    .values({ id: group.id, display_name: group.name, checked_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ display_name: group.name }))
    .execute()
}
