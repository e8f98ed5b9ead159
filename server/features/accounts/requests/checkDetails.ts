import { sql } from 'kysely'
import type { ApprovalFacts } from '../../../approvals/subject.ts'
import type { Config } from '../../../config.ts'
import { currency } from '../../../currency.ts'
import type { Db } from '../../../db/database.ts'
import { toUnits } from '../../../format.ts'
import type { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { isRegion, regionChoices, regionName } from '../accounts/regionNames.ts'
import { tagNameProblem, tagProblems } from '../accounts/tagRules.ts'
import { isPrivilegedAccessRole } from './accessRoles.ts'
import type { AccountRequestDetails } from './schemas.ts'

interface Check {
  field: string
  state: 'ok' | 'bad'
  message: string
}
type NewPeople = Awaited<ReturnType<typeof fetchUnknownPeople>>
type CompleteDetails = Partial<Omit<AccountRequestDetails, 'budget'>> & { budget?: Partial<AccountRequestDetails['budget']> }

function workloadOf(environment: AccountRequestDetails['environment']): AccountRequestDetails['workload'] {
  return environment === 'production' || environment === 'preproduction' ? 'Production' : 'DevTest'
}

/**
 * Checks what only the server knows: names in use, families of other towers, people who have left, and free address ranges. The same checks
 * run during input and at submission.
 * @param config has the regions of the installation; without it, all Azure regions are allowed
 * @param exceptId the request that is being edited, whose own name isn't a conflict
 * @param newPeople owners whom the directory knows and the `people` table doesn't have yet
 */
export async function checkDetails(
  { db, config }: { db: Db; config: Pick<Config, 'hubNetworks'> },
  details: CompleteDetails,
  exceptId?: string,
  newPeople: NewPeople = [],
): Promise<Check[]> {
  const checks = await Promise.all([
    checkName(db, details, exceptId),
    checkFamily(db, details),
    checkOwners(db, details, newPeople),
    checkContacts(db, details),
    checkCatalogue(db, details),
    checkRegion(db, config, details),
  ])
  const groups = details.accessGroups?.map((group) => group.name) ?? []
  const duplicateIndex = groups.findIndex((name, index) => groups.indexOf(name) !== index)
  if (duplicateIndex >= 0)
    checks.push([
      { field: `accessGroups.${duplicateIndex}.name`, state: 'bad', message: `Two access groups are named ${groups[duplicateIndex]}.` },
    ])
  const tags = tagProblems(Object.keys(details.tags ?? {}), (name) => tagNameProblem(name))
  checks.push(tags.map(({ field, message }) => ({ field, state: 'bad', message: `${message}.` })))
  return checks.flat()
}

export const nameMessages = {
  free: 'This name is available.',
  account: 'An account with this name already exists.',
  request: 'An account with this name was already requested.',
} as const

async function checkName(db: Db, { name }: CompleteDetails, exceptId?: string): Promise<Check[]> {
  if (!name || name.trim().length < 3) return []
  const existingNames = await sql<{ what: 'account' | 'request' }>`
    select 'account' as what from accounts where name_key = lower(${name}) and status <> 'deleted'
    union all
    select 'request' from account_requests where lower(name) = lower(${name}) and status in ('pending_approval', 'changes_requested') and id is distinct from ${exceptId ?? null}::uuid
    limit 1`.execute(db)
  const takenBy = existingNames.rows[0]?.what
  if (!takenBy) return [{ field: 'name', state: 'ok', message: nameMessages.free }]
  return [
    {
      field: 'name',
      state: 'bad',
      message: nameMessages[takenBy],
    },
  ]
}

async function checkFamily(db: Db, { towerId, familyId }: CompleteDetails): Promise<Check[]> {
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

async function checkOwners(db: Db, { ownerIds }: CompleteDetails, newPeople: NewPeople): Promise<Check[]> {
  if (!ownerIds?.length) return []
  const knownPeople = await db.selectFrom('people').select(['id', 'display_name', 'active']).where('id', 'in', ownerIds).execute()
  const rows = [
    ...knownPeople,
    ...newPeople.map((user) => ({ id: user.id, display_name: user.displayName, active: user.accountEnabled ?? false })),
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

async function checkContacts(db: Db, { budget }: CompleteDetails): Promise<Check[]> {
  const contacts = budget?.contacts ?? []
  if (contacts.length === 0) return []
  const knownPeople = await sql<{
    email: string
  }>`select lower(email) as email from people where lower(email) = any (${contacts.map((contact) => contact.toLowerCase())}) and active`.execute(
    db,
  )
  const emails = new Set(knownPeople.rows.map((row) => row.email))
  return contacts.flatMap((contact, index) =>
    emails.has(contact.toLowerCase())
      ? []
      : [
          {
            field: `budget.contacts.${index}`,
            state: 'bad' as const,
            message: `${contact} isn’t the email address of an active person in the directory.`,
          },
        ],
  )
}

async function checkCatalogue(db: Db, { catalogueItemIds }: CompleteDetails): Promise<Check[]> {
  if (!catalogueItemIds?.length) return []
  const rows = await db.selectFrom('catalogue_items').select(['id', 'name', 'enabled']).where('id', 'in', catalogueItemIds).execute()
  return catalogueItemIds.flatMap((id, index) => {
    const row = rows.find((candidate) => candidate.id === id.toLowerCase())
    if (row?.enabled) return []
    return [
      {
        field: `catalogueItemIds.${index}`,
        state: 'bad' as const,
        message: row ? `${row.name} isn’t currently available.` : 'This catalogue item doesn’t exist.',
      },
    ]
  })
}

async function checkRegion(
  db: Db,
  { hubNetworks }: Pick<Config, 'hubNetworks'>,
  { region, connectivity }: CompleteDetails,
): Promise<Check[]> {
  if (!region) return []
  const offered = Object.keys(hubNetworks)
  if (offered.length > 0 && !offered.includes(region))
    return [{ field: 'region', state: 'bad', message: `Available regions: ${regionChoices(offered)}.` }]
  if (offered.length === 0 && !isRegion(region)) return [{ field: 'region', state: 'bad', message: `Azure has no region named ${region}.` }]
  if (connectivity !== 'corporate') return []
  const freeRangeCount = await sql<{
    free: number
  }>`select count(*) as free from address_ranges where region = ${region} and account_id is null`.execute(db)
  const free = freeRangeCount.rows[0]?.free ?? 0
  if (free === 0)
    return [
      {
        field: 'region',
        state: 'bad',
        message: `No private address range is available in ${regionName(region)}. Choose another region or connectivity.`,
      },
    ]
  return [
    {
      field: 'region',
      state: 'ok',
      message: `${free === 1 ? '1 address range is' : `${free} address ranges are`} available in ${regionName(region)}.`,
    },
  ]
}

export function approvalFacts(
  details: CompleteDetails & Pick<AccountRequestDetails, 'towerId' | 'familyId' | 'environment'>,
): ApprovalFacts {
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
      budget: toUnits(budget?.amount ?? 0, budget?.currency ?? currency),
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
