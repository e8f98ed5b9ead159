import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { announce } from '../../../workflows/changes.ts'
import type { Delegation } from './schemas.ts'

type Synced = Pick<Delegation, 'id' | 'startsAt' | 'endsAt'> & Record<'person' | 'delegate', { id: string; displayName: string }>

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })
const on = (at: string) => date.format(new Date(at))
const until = ({ endsAt }: Synced) => (endsAt ? `until ${on(endsAt)}` : 'until it is ended')

async function tell(db: Db, { id }: Synced, personId: string, key: string, title: string, body: string): Promise<void> {
  await notify(db, [personId], {
    kind: 'delegation',
    subjectKind: 'delegation',
    subjectId: id,
    title,
    body,
    key: `delegation:${id}:${key}`,
  })
}

export async function notifySet(db: Db, told: Synced, live: boolean, actorId: string): Promise<void> {
  const { person, delegate, startsAt } = told
  const from = live ? 'now' : `from ${on(startsAt)}`
  await tell(
    db,
    told,
    delegate.id,
    'set',
    `You are the delegate of ${person.displayName} ${live ? '' : `${from} `}${until(told)}`,
    'You can now make their pending decisions, except on your own requests. You can decline under Away.',
  )
  if (actorId !== person.id)
    await tell(
      db,
      told,
      person.id,
      'set',
      `${delegate.displayName} is your delegate ${live ? '' : `${from} `}${until(told)}`,
      'Set by an administrator. You can still decide, and end the delegation at any time.',
    )
  const counting = await db
    .selectFrom('delegations')
    .select(['id', 'person_id'])
    .where('delegate_id', '=', person.id)
    .where('status', '<>', 'ended')
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', new Date(startsAt))]))
    .$if(told.endsAt !== null, (query) => query.where('starts_at', '<', new Date(told.endsAt!)))
    .execute()
  for (const { person_id } of counting)
    await tell(
      db,
      told,
      person_id,
      `away:${person_id}`,
      `${person.displayName}, your delegate, is away ${from} ${until(told)}`,
      'Delegates can’t delegate further. Choose another delegate under Away.',
    )
}

export async function notifyStarted(db: Db, told: Synced): Promise<void> {
  const { person, delegate } = told
  await tell(
    db,
    told,
    delegate.id,
    'begun',
    `You are the delegate of ${person.displayName} ${until(told)}`,
    'You can now make their pending decisions, except on your own requests.',
  )
  await tell(db, told, person.id, 'begun', `${delegate.displayName} is your delegate ${until(told)}`, 'You can still decide.')
}

/** @param actorId needs no notification */
export async function notifyEnded(db: Db, told: Synced, why: string, actorId?: string): Promise<void> {
  const { person, delegate } = told
  if (actorId !== person.id) await tell(db, told, person.id, 'ended', `${delegate.displayName} is no longer your delegate`, why)
  if (actorId !== delegate.id) await tell(db, told, delegate.id, 'ended', `You are no longer the delegate of ${person.displayName}`, why)
}

export async function notifyChanged(db: Db, told: Synced, actorId: string): Promise<void> {
  const { person, delegate, startsAt } = told
  const words = `from ${on(startsAt)} ${until(told)}`
  const key = `changed:${startsAt}:${told.endsAt ?? 'open'}`
  await tell(db, told, delegate.id, key, `You are the delegate of ${person.displayName} ${words}`, 'The dates changed.')
  if (actorId !== person.id)
    await tell(db, told, person.id, key, `${delegate.displayName} is your delegate ${words}`, 'An administrator changed the dates.')
}

/** Absences are visible to everyone, and the inboxes of both people change. */
export async function announceChange(db: Db, { id, person, delegate }: Synced): Promise<void> {
  await announce(db, { kind: 'delegation', id })
  await announce(db, { kind: 'approval', id: '', people: [person.id, delegate.id] })
}
