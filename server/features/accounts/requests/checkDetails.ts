import { sql } from 'kysely'
import type { ApprovalFacts } from '../../../approvals/subject.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { findPeopleByName } from '../../../people/requirePeople.ts'
import { isRegion, regionChoices, regionName } from '../accounts/regionNames.ts'
import { tagNameProblem, tagProblems } from '../accounts/tagRules.ts'
import { isPrivilegedAccessRole } from './accessRoles.ts'
import type { AccountRequestDetails } from './schemas.ts'

export interface Check {
  field: string
  state: 'ok' | 'bad'
  message: string
}
type Newcomers = Awaited<ReturnType<typeof findPeopleByName>>
type Filled = Partial<Omit<AccountRequestDetails, 'budget'>> & { budget?: Partial<AccountRequestDetails['budget']> }

/** Environments with customer traffic pay the production price. */
export function workloadOf(environment: AccountRequestDetails['environment']): AccountRequestDetails['workload'] {
  return environment === 'production' || environment === 'preproduction' ? 'Production' : 'DevTest'
}

/**
 * Checks what only the server knows: used names, families of other towers, people who have left, address space. The same checks run during
 * input and at submission. @param config names the installation's regions; without it, all of Azure's are allowed @param except the request
 * being edited, whose own name is no conflict @param newcomers owners whom the directory knows but the `people` table doesn't yet
 */
export async function checkDetails(
  { db, config }: { db: Db; config: Pick<Config, 'hubNetworks'> },
  details: Filled,
  except?: string,
  newcomers: Newcomers = [],
): Promise<Check[]> {
  const checks = await Promise.all([
    checkName(db, details, except),
    checkFamily(db, details),
    checkOwners(db, details, newcomers),
    checkContacts(db, details),
    checkCatalogue(db, details),
    checkRegion(db, config, details),
  ])
  const groups = details.accessGroups?.map((group) => group.name) ?? []
  const twice = groups.findIndex((name, index) => groups.indexOf(name) !== index)
  if (twice >= 0)
    checks.push([{ field: `accessGroups.${twice}.name`, state: 'bad', message: `Two access groups are called ${groups[twice]}.` }])
  const tags = tagProblems(Object.keys(details.tags ?? {}), (name) => tagNameProblem(name))
  checks.push(tags.map(({ field, message }) => ({ field, state: 'bad', message: `${message}.` })))
  return checks.flat()
}

export const nameMessages = {
  free: 'This name is available.',
  account: 'An account with this name already exists.',
  request: 'An account with this name was already requested.',
} as const

async function checkName(db: Db, { name }: Filled, except?: string): Promise<Check[]> {
  if (!name || name.trim().length < 3) return []
  const taken = await sql<{ what: 'account' | 'request' }>`
    select 'account' as what from accounts where name_key = lower(${name}) and status <> 'deleted'
    union all
    select 'request' from account_requests where lower(name) = lower(${name}) and status in ('pending_approval', 'changes_requested') and id is distinct from ${except ?? null}::uuid
    limit 1`.execute(db)
  const what = taken.rows[0]?.what
  if (!what) return [{ field: 'name', state: 'ok', message: nameMessages.free }]
  return [
    {
      field: 'name',
      state: 'bad',
      message: nameMessages[what],
    },
  ]
}

async function checkFamily(db: Db, { towerId, familyId }: Filled): Promise<Check[]> {
  if (!familyId) return []
  const family = await db
    .selectFrom('families')
    .select('tower_id')
    .where('id', '=', familyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!family) return [{ field: 'familyId', state: 'bad', message: 'This family doesn’t exist.' }]
  if (towerId && family.tower_id !== towerId.toLowerCase())
    return [{ field: 'familyId', state: 'bad', message: 'This family belongs to another tower.' }]
  return [{ field: 'familyId', state: 'ok', message: '' }]
}

async function checkOwners(db: Db, { ownerIds }: Filled, newcomers: Newcomers): Promise<Check[]> {
  if (!ownerIds?.length) return []
  const known = await db.selectFrom('people').select(['id', 'display_name', 'active']).where('id', 'in', ownerIds).execute()
  const rows = [
    ...known,
    ...newcomers.map((user) => ({ id: user.id, display_name: user.displayName, active: user.accountEnabled ?? false })),
  ]
  return ownerIds.flatMap((id, index) => {
    const row = rows.find((candidate) => candidate.id === id.toLowerCase())
    if (row?.active) return []
    return [
      {
        field: `ownerIds.${index}`,
        state: 'bad' as const,
        message: row ? `${row.display_name} is disabled in the directory.` : 'This person isn’t in the directory.',
      },
    ]
  })
}

async function checkContacts(db: Db, { budget }: Filled): Promise<Check[]> {
  const contacts = budget?.contacts ?? []
  if (contacts.length === 0) return []
  const known = await sql<{
    email: string
  }>`select lower(email) as email from people where lower(email) = any (${contacts.map((contact) => contact.toLowerCase())}) and active`.execute(
    db,
  )
  const emails = new Set(known.rows.map((row) => row.email))
  return contacts.flatMap((contact, index) =>
    emails.has(contact.toLowerCase())
      ? []
      : [
          {
            field: `budget.contacts.${index}`,
            state: 'bad' as const,
            message: `${contact} isn’t the address of an active person in the directory.`,
          },
        ],
  )
}

async function checkCatalogue(db: Db, { catalogueItemIds }: Filled): Promise<Check[]> {
  if (!catalogueItemIds?.length) return []
  const rows = await db.selectFrom('catalogue_items').select(['id', 'name', 'enabled']).where('id', 'in', catalogueItemIds).execute()
  return catalogueItemIds.flatMap((id, index) => {
    const row = rows.find((candidate) => candidate.id === id.toLowerCase())
    if (row?.enabled) return []
    return [
      {
        field: `catalogueItemIds.${index}`,
        state: 'bad' as const,
        message: row ? `${row.name} isn’t available now.` : 'This catalogue item doesn’t exist.',
      },
    ]
  })
}

async function checkRegion(db: Db, { hubNetworks }: Pick<Config, 'hubNetworks'>, { region, connectivity }: Filled): Promise<Check[]> {
  if (!region) return []
  const offered = Object.keys(hubNetworks)
  if (offered.length > 0 && !offered.includes(region))
    return [{ field: 'region', state: 'bad', message: `Available regions: ${regionChoices(offered)}.` }]
  if (offered.length === 0 && !isRegion(region))
    return [{ field: 'region', state: 'bad', message: `Azure has no region called ${region}.` }]
  if (connectivity !== 'corporate') return []
  const counted = await sql<{
    free: number
  }>`select count(*) as free from address_ranges where region = ${region} and account_id is null`.execute(db)
  const free = counted.rows[0]?.free ?? 0
  if (free === 0)
    return [
      {
        field: 'region',
        state: 'bad',
        message: `No private address range is available in ${regionName(region)}. Choose another region or connectivity.`,
      },
    ]
  return [{ field: 'region', state: 'ok', message: `${free} address ranges are available in ${regionName(region)}.` }]
}

/** Returns the facts for the approval policy; a draft has only some of them. */
export function approvalFacts(details: Filled & Pick<AccountRequestDetails, 'towerId' | 'familyId' | 'environment'>): ApprovalFacts {
  const { towerId, familyId, catalogueItemIds = [], environment, budget, accessGroups = [] } = details
  const roles = [...new Set(accessGroups.map(({ role }) => role))]
  return {
    towerId,
    familyId,
    catalogueItemIds,
    request: {
      workload: details.workload ?? workloadOf(environment),
      region: details.region ?? '',
      connectivity: details.connectivity ?? '',
      budget: (budget?.amount ?? 0) / 100,
      roles,
      privileged: roles.some(isPrivilegedAccessRole),
    },
    target: {
      name: details.name ?? '',
      environment,
      criticality: details.criticality ?? '',
      dataClassification: details.dataClassification ?? '',
    },
  }
}
