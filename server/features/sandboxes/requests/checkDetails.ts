import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { NewSandboxDetails } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import type { findPeopleByName } from '../../../people/requirePeople.ts'
import { regionName } from '../../accounts/accounts/regionNames.ts'
import { formatMoneyText } from '../../accounts/updates/labels.ts'
import { toText } from '../sandboxes/lease.ts'
import type { NewSandboxTemplate } from '../templates/schemas.ts'

export interface Check {
  field: string
  state: 'ok' | 'bad'
  message: string
}
type Filled = Partial<NewSandboxDetails> & { towerId?: string }
type Newcomers = Awaited<ReturnType<typeof findPeopleByName>>

/** The same pattern as `SandboxName` and the database constraint. */
const wellFormed = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/

const bad = (field: string, message: string): Check => ({ field, state: 'bad', message })
const ok = (field: string, message: string): Check => ({ field, state: 'ok', message })

/**
 * Checks what the form can’t know: the template’s limits, used names, and disabled people. It is the same while typing and at submission.
 * @param except the request being edited, whose own name is no conflict
 * @param newcomers people from the directory who aren’t in the database yet
 */
export async function checkDetails(
  db: Db,
  template: NewSandboxTemplate,
  details: Filled,
  { held, except, newcomers = [] }: { held: number; except?: string; newcomers?: Newcomers },
): Promise<Check[]> {
  const [name, tower, people] = await Promise.all([
    checkName(db, details, except),
    checkTower(db, details),
    checkPeople(db, details, newcomers),
  ])
  return [...name, ...tower, ...people, ...checkLimits(template, details), ...checkMembers(template, details), ...checkHeld(template, held)]
}

async function checkName(db: Db, { name }: Filled, except?: string): Promise<Check[]> {
  if (name === undefined) return []
  if (!wellFormed.test(name)) return [bad('name', 'Use 3 to 40 lowercase letters, digits and dashes, starting with a letter.')]
  const { rows } = await sql<{ what: string }>`
    select 'sandbox' as what from sandboxes where name = ${name} and status <> 'deleted'
    union all
    select 'request' from sandbox_requests where name = ${name} and kind = 'new' and status in ('pending_approval', 'changes_requested')
      and id is distinct from ${except ?? null}::uuid
    limit 1`.execute(db)
  const what = rows[0]?.what
  if (!what) return [ok('name', 'This name is available.')]
  return [bad('name', what === 'sandbox' ? 'A sandbox with this name already exists.' : 'A sandbox with this name was already requested.')]
}

async function checkTower(db: Db, { towerId }: Filled): Promise<Check[]> {
  if (towerId === undefined) return []
  const tower = await db.selectFrom('towers').select('id').where('id', '=', towerId).forKeyShare().executeTakeFirst()
  return tower ? [] : [bad('towerId', 'This tower doesn’t exist.')]
}

async function checkPeople(db: Db, { ownerIds = [], members = [] }: Filled, newcomers: Newcomers): Promise<Check[]> {
  const wanted = [
    ...ownerIds.map((id, index) => ({ id, field: `ownerIds.${index}` })),
    ...members.map(({ personId }, index) => ({ id: personId, field: `members.${index}` })),
  ]
  if (wanted.length === 0) return []
  const ids = wanted.map(({ id }) => id)
  const known = await db.selectFrom('people').select(['id', 'display_name', 'active']).where('id', 'in', ids).execute()
  const found = newcomers.map((user) => ({ id: user.id, display_name: user.displayName, active: user.accountEnabled ?? false }))
  return wanted.flatMap(({ id, field }) => {
    const person = [...known, ...found].find((candidate) => candidate.id === id.toLowerCase())
    if (person?.active) return []
    return [bad(field, person ? `${person.display_name} is disabled in the directory.` : 'This person isn’t in the directory.')]
  })
}

function checkLimits(template: NewSandboxTemplate, { region, hours, budget }: Filled): Check[] {
  const { regions, maxHours, maxBudget, currency } = template
  return [
    ...(region !== undefined && !regions.includes(region)
      ? [bad('region', `This template is available in ${regions.map(regionName).join(', ')}.`)]
      : []),
    ...(hours !== undefined && (hours < 1 || hours > maxHours) ? [bad('hours', `The maximum lease is ${toText(maxHours)}.`)] : []),
    ...(budget !== undefined && (budget < 100 || budget > maxBudget)
      ? [bad('budget', `The maximum is ${formatMoneyText({ amount: maxBudget, currency })}.`)]
      : []),
  ]
}

function checkMembers({ groups, maxMembers }: NewSandboxTemplate, { ownerIds = [], members = [] }: Filled): Check[] {
  const owners = new Set(ownerIds.map((id) => id.toLowerCase()))
  const ids = members.map(({ personId }) => personId.toLowerCase())
  const suffixes = groups.map(({ suffix }) => suffix)
  return [
    ...(members.length > maxMembers ? [bad('members', `The maximum number of members is ${maxMembers}.`)] : []),
    ...members.flatMap(({ group }, index) => {
      const field = `members.${index}`
      if (ids.indexOf(ids[index]!) < index) return [bad(field, 'This person appears twice.')]
      if (owners.has(ids[index]!)) return [bad(field, 'This person is an owner and already has access.')]
      return suffixes.includes(group) ? [] : [bad(field, `Available groups: ${suffixes.join(', ')}.`)]
    }),
  ]
}

function checkHeld({ maxPerPerson }: NewSandboxTemplate, held: number): Check[] {
  if (held < maxPerPerson) return []
  const max = maxPerPerson === 1 ? 'one sandbox' : `${maxPerPerson} sandboxes`
  return [bad('templateId', `You can have ${max} of this template at a time, including queued ones. Delete one first.`)]
}

/** @throws nameTaken, conflict or invalidRequest naming every bad field */
export function requireGood(checks: Check[]): void {
  const wrong = checks.filter((check) => check.state === 'bad')
  if (wrong.length === 0) return
  const only = (field: string) => wrong.every((check) => check.field === field)
  const code = only('name') ? 'nameTaken' : only('templateId') ? 'conflict' : 'invalidRequest'
  const errors = wrong.map(({ field, message }) => ({ field, message }))
  throw new Failure(code, wrong.map(({ message }) => message).join(' '), { errors })
}
