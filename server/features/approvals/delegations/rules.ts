import { sql } from 'kysely'
import { isSameHuman } from '../../../auth/sameHuman.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'

const day = 86_400_000
export const longestDays = 366
const maxPlanned = 20

export interface Period {
  startsAt: Date
  endsAt: Date | null
}

const refuse = (field: string, message: string, short: string) =>
  new Failure('invalidRequest', message, { errors: [{ field, message: short }] })

/** @throws invalidRequest naming the field */
export function periodOf({ startsAt, endsAt }: { startsAt?: string | undefined; endsAt?: string | null | undefined }, now: Date): Period {
  const asked = startsAt === undefined ? now : new Date(startsAt)
  if (asked.getTime() < now.getTime() - day)
    throw refuse('startsAt', 'A delegation can’t start in the past. Choose today or a later day.', 'is in the past')
  if (asked.getTime() > now.getTime() + longestDays * day)
    throw refuse('startsAt', 'A delegation can start at most a year from now. Choose an earlier day.', 'is more than a year away')
  const begins = asked < now ? now : asked
  const ends = endsAt ? new Date(endsAt) : null
  if (ends && ends <= begins)
    throw refuse(
      'endsAt',
      'The end is before the start. Choose a later end, or none.',
      `is not after ${asked < now ? 'now' : 'the beginning'}`,
    )
  if (ends && ends.getTime() > begins.getTime() + longestDays * day)
    throw refuse('endsAt', 'A delegation lasts a year at most. Choose an earlier end.', 'is more than a year after the start')
  return { startsAt: begins, endsAt: ends }
}

const overlaps = ({ startsAt, endsAt }: Period) =>
  sql<boolean>`d.status <> 'ended' and tstzrange(d.starts_at, d.ends_at) && tstzrange(${startsAt}::timestamptz, ${endsAt}::timestamptz)`

export async function delegateProblem(db: Db, personId: string, delegateId: string, period: Period): Promise<string | undefined> {
  if (personId === delegateId) return 'You can’t delegate to the same person. Choose another person.'
  const delegate = await db.selectFrom('people').select(['display_name', 'active']).where('id', '=', delegateId).executeTakeFirst()
  if (!delegate) return undefined
  const name = delegate.display_name
  if (!delegate.active) return `${name} is disabled in the directory. Choose another person.`
  if (await isSameHuman(db, delegateId, personId)) return `${name} is another account of the same person. Choose another person.`
  const away = await db
    .selectFrom('delegations as d')
    .innerJoin('people as p', 'p.id', 'd.delegate_id')
    .select('p.display_name')
    .where('d.person_id', '=', delegateId)
    .where(overlaps(period))
    .executeTakeFirst()
  if (away)
    return `${name} is away during that time, with ${away.display_name} as delegate, and delegates can’t delegate further. Choose another person.`
  return undefined
}

/**
 * @param but a delegation that is being changed @throws invalidRequest when the person can't be the delegate, conflict when the period has
 * another delegation
 */
export async function requireFree(db: Db, personId: string, delegateId: string, period: Period, but?: string): Promise<void> {
  const why = await delegateProblem(db, personId, delegateId, period)
  if (why) throw refuse('delegateId', why, 'can’t be a delegate')
  const others = await db
    .selectFrom('delegations as d')
    .innerJoin('people as p', 'p.id', 'd.delegate_id')
    .select(['d.id', 'p.display_name', overlaps(period).as('clash')])
    .where('d.person_id', '=', personId)
    .where('d.status', '<>', 'ended')
    .$if(but !== undefined, (query) => query.where('d.id', '<>', but!))
    .execute()
  const clash = others.find((other) => other.clash)
  if (clash)
    throw new Failure(
      'conflict',
      `${clash.display_name} is already the delegate for some of that time. You can have one delegate at a time: end or change that delegation first.`,
    )
  if (others.length >= maxPlanned)
    throw new Failure('conflict', `You have ${maxPlanned} planned delegations, the maximum. End one that you no longer need.`)
}
