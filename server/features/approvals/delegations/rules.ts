import { sql } from 'kysely'
import { isSameIdentity } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'

const day = 86_400_000
const maxDays = 366
const maxPlanned = 20

interface Period {
  startsAt: Date
  endsAt: Date | null
}

const invalidField = (field: string, message: string, shortMessage: string) =>
  new Failure('invalidRequest', message, { errors: [{ field, message: shortMessage }] })

/** @throws invalidRequest with the field */
export function periodOf({ startsAt, endsAt }: { startsAt?: string | undefined; endsAt?: string | null | undefined }, now: Date): Period {
  const start = startsAt === undefined ? now : new Date(startsAt)
  if (start.getTime() < now.getTime() - day)
    throw invalidField('startsAt', 'A delegation can’t start in the past. Choose today or a later day.', 'is in the past')
  if (start.getTime() > now.getTime() + maxDays * day)
    throw invalidField('startsAt', 'A delegation can start at most a year from now. Choose an earlier day.', 'is more than a year away')
  const startDate = start < now ? now : start
  const endDate = endsAt ? new Date(endsAt) : null
  if (endDate && endDate <= startDate)
    throw invalidField(
      'endsAt',
      'The end is before the start. Choose a later end, or none.',
      `is not after ${start < now ? 'now' : 'the start'}`,
    )
  if (endDate && endDate.getTime() > startDate.getTime() + maxDays * day)
    throw invalidField('endsAt', 'A delegation can last at most a year. Choose an earlier end.', 'is more than a year after the start')
  return { startsAt: startDate, endsAt: endDate }
}

const overlapsPeriod = ({ startsAt, endsAt }: Period) =>
  sql<boolean>`d.status <> 'ended' and tstzrange(d.starts_at, d.ends_at) && tstzrange(${startsAt}::timestamptz, ${endsAt}::timestamptz)`

export const delegateProblems = {
  same: 'You can’t delegate to the same person. Choose another person.',
  disabled: (name: string) => `${name} is disabled in the directory. Choose another person.`,
  away: (name: string) => `${name} is away during that time. Choose another person.`,
  overlap: (name: string) =>
    `${name} is already the delegate for some of that time. You can have one delegate at a time: end or change that delegation first.`,
}

export async function delegateProblem(db: Db, personId: string, delegateId: string, period: Period): Promise<string | undefined> {
  if (personId === delegateId) return delegateProblems.same
  const delegate = await db.selectFrom('people').select(['display_name', 'active']).where('id', '=', delegateId).executeTakeFirst()
  if (!delegate) return undefined
  const name = delegate.display_name
  if (!delegate.active) return delegateProblems.disabled(name)
  if (await isSameIdentity(db, delegateId, personId)) return `${name} is another user account of the same person. Choose another person.`
  const overlappingAbsence = await db
    .selectFrom('delegations as d')
    .select('d.id')
    .where('d.person_id', '=', delegateId)
    .where(overlapsPeriod(period))
    .executeTakeFirst()
  return overlappingAbsence && delegateProblems.away(name)
}

/**
 * @param exceptId the delegation that is being changed, which is ignored
 * @throws invalidRequest if the person can't be the delegate; conflict if the period has another delegation
 */
export async function requireNoOverlap(db: Db, personId: string, delegateId: string, period: Period, exceptId?: string): Promise<void> {
  const problem = await delegateProblem(db, personId, delegateId, period)
  if (problem) throw invalidField('delegateId', problem, 'can’t be a delegate')
  const otherDelegations = await db
    .selectFrom('delegations as d')
    .innerJoin('people as p', 'p.id', 'd.delegate_id')
    .select(['d.id', 'p.display_name', overlapsPeriod(period).as('clash')])
    .where('d.person_id', '=', personId)
    .where('d.status', '<>', 'ended')
    .$if(exceptId !== undefined, (query) => query.where('d.id', '<>', exceptId!))
    .execute()
  const conflictingDelegation = otherDelegations.find((other) => other.clash)
  if (conflictingDelegation) throw new Failure('conflict', delegateProblems.overlap(conflictingDelegation.display_name))
  if (otherDelegations.length >= maxPlanned)
    throw new Failure('conflict', `You have ${maxPlanned} planned delegations, the maximum. End one that you no longer need.`)
}
