import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { NewSandboxDetails } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { formatHours, formatMoney } from '../../../format.ts'
import type { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { regionName } from '../../accounts/accounts/regionNames.ts'
import type { NewSandboxTemplate } from '../templates/schemas.ts'

interface Check {
  field: string
  state: 'ok' | 'bad'
  message: string
}
type CompleteDetails = Partial<NewSandboxDetails> & { towerId?: string }
type NewPeople = Awaited<ReturnType<typeof fetchUnknownPeople>>

/** The pattern equals that of `SandboxName` and of the database constraint. */
const namePattern = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/

const failedCheck = (field: string, message: string): Check => ({ field, state: 'bad', message })
const ok = (field: string, message: string): Check => ({ field, state: 'ok', message })

/**
 * Checks what the form can’t know: the limits of the template, names in use, and disabled people. The same checks run during input and at
 * submission.
 * @param except the request that is being edited, whose own name isn’t a conflict
 * @param newPeople people from the directory who aren’t in the database yet
 */
export async function checkDetails(
  db: Db,
  template: NewSandboxTemplate,
  details: CompleteDetails,
  { sandboxCount, except: exceptId, newPeople = [] }: { sandboxCount: number; except?: string; newPeople?: NewPeople },
): Promise<Check[]> {
  const [name, tower, people] = await Promise.all([
    checkName(db, details, exceptId),
    checkTower(db, details),
    checkPeople(db, details, newPeople),
  ])
  return [
    ...name,
    ...tower,
    ...people,
    ...checkLimits(template, details),
    ...checkMembers(template, details),
    ...checkSandboxCount(template, sandboxCount),
  ]
}

export const nameTaken = {
  sandbox: 'A sandbox with this name already exists.',
  request: 'A sandbox with this name was already requested.',
} as const

async function checkName(db: Db, { name }: CompleteDetails, exceptId?: string): Promise<Check[]> {
  if (name === undefined) return []
  if (!namePattern.test(name)) return [failedCheck('name', 'Use 3 to 40 lowercase letters, digits and hyphens, starting with a letter.')]
  const { rows } = await sql<{ what: string }>`
    select 'sandbox' as what from sandboxes where name = ${name} and status <> 'deleted'
    union all
    select 'request' from sandbox_requests where name = ${name} and kind = 'new' and status in ('pending_approval', 'changes_requested')
      and id is distinct from ${exceptId ?? null}::uuid
    limit 1`.execute(db)
  const description = rows[0]?.what
  if (!description) return [ok('name', 'This name is available.')]
  return [failedCheck('name', nameTaken[description as keyof typeof nameTaken])]
}

async function checkTower(db: Db, { towerId }: CompleteDetails): Promise<Check[]> {
  if (towerId === undefined) return []
  const tower = await db.selectFrom('towers').select('id').where('id', '=', towerId).forKeyShare().executeTakeFirst()
  return tower ? [] : [failedCheck('towerId', 'This tower doesn’t exist.')]
}

async function checkPeople(db: Db, { ownerIds = [], members = [] }: CompleteDetails, newPeople: NewPeople): Promise<Check[]> {
  const userIds = [
    ...ownerIds.map((id, index) => ({ id, field: `ownerIds.${index}` })),
    ...members.map(({ personId }, index) => ({ id: personId, field: `members.${index}` })),
  ]
  if (userIds.length === 0) return []
  const ids = userIds.map(({ id }) => id)
  const knownPeople = await db.selectFrom('people').select(['id', 'display_name', 'active']).where('id', 'in', ids).execute()
  const foundUsers = newPeople.map((user) => ({ id: user.id, display_name: user.displayName, active: user.accountEnabled ?? false }))
  return userIds.flatMap(({ id, field }) => {
    const person = [...knownPeople, ...foundUsers].find((candidate) => candidate.id === id.toLowerCase())
    if (person?.active) return []
    return [failedCheck(field, person ? `${person.display_name} is disabled in the directory.` : 'This person isn’t in the directory.')]
  })
}

/** In minor units. */
const minBudget = 100

function checkLimits(template: NewSandboxTemplate, { region, hours, budget }: CompleteDetails): Check[] {
  const { regions, maxHours, maxBudget, currency } = template
  return [
    ...(region !== undefined && !regions.includes(region)
      ? [failedCheck('region', `This template is available in ${regions.map(regionName).join(', ')}.`)]
      : []),
    ...(hours !== undefined && (hours < 1 || hours > maxHours)
      ? [failedCheck('hours', `The lease must be between ${formatHours(1)} and ${formatHours(maxHours)}.`)]
      : []),
    ...(budget !== undefined && (budget < minBudget || budget > maxBudget)
      ? [
          failedCheck(
            'budget',
            `The budget must be between ${formatMoney({ amount: minBudget, currency })} and ${formatMoney({ amount: maxBudget, currency })}.`,
          ),
        ]
      : []),
  ]
}

function checkMembers({ groups, maxMembers }: NewSandboxTemplate, { ownerIds = [], members = [] }: CompleteDetails): Check[] {
  const owners = new Set(ownerIds.map((id) => id.toLowerCase()))
  const ids = members.map(({ personId }) => personId.toLowerCase())
  const suffixes = groups.map(({ suffix }) => suffix)
  return [
    ...(members.length > maxMembers ? [failedCheck('members', `The maximum number of members is ${maxMembers}.`)] : []),
    ...members.flatMap(({ group }, index) => {
      const field = `members.${index}`
      if (ids.indexOf(ids[index]!) < index) return [failedCheck(field, 'This person appears twice.')]
      if (owners.has(ids[index]!)) return [failedCheck(field, 'This person is an owner and already has access.')]
      return suffixes.includes(group) ? [] : [failedCheck(field, `Available groups: ${suffixes.join(', ')}.`)]
    }),
  ]
}

function checkSandboxCount({ maxPerPerson }: NewSandboxTemplate, sandboxCount: number): Check[] {
  if (sandboxCount < maxPerPerson) return []
  const max = maxPerPerson === 1 ? 'one sandbox' : `${maxPerPerson} sandboxes`
  return [failedCheck('templateId', `You can have at most ${max} of this template at a time, including queued ones. Delete one first.`)]
}

/** @throws nameTaken, conflict; invalidRequest with every invalid field */
export function requireValid(checks: Check[]): void {
  const failedChecks = checks.filter((check) => check.state === 'bad')
  if (failedChecks.length === 0) return
  const allFailedAt = (field: string) => failedChecks.every((check) => check.field === field)
  const code = allFailedAt('name') ? 'nameTaken' : allFailedAt('templateId') ? 'conflict' : 'invalidRequest'
  const errors = failedChecks.map(({ field, message }) => ({ field, message }))
  throw new Failure(code, failedChecks.map(({ message }) => message).join(' '), { errors })
}
