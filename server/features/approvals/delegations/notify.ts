import type { Db } from '../../../db/database.ts'
import { formatMoment } from '../../../format.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Delegation } from './schemas.ts'

type DelegationFacts = Pick<Delegation, 'id' | 'startsAt' | 'endsAt'> & Record<'person' | 'delegate', { id: string; displayName: string }>

const formatDate = (at: string) => formatMoment(new Date(at))
const until = ({ endsAt }: Pick<DelegationFacts, 'endsAt'>) => (endsAt ? `until ${formatDate(endsAt)}` : untilEnded)

export const untilEnded = 'until the delegation is ended'
export const delegationTitles = {
  delegate: (person: string, period: string) => `You are the delegate of ${person} ${period}`,
  person: (delegate: string, period: string) => `${delegate} is your delegate ${period}`,
  delegateAway: (delegate: string, period: string) => `${delegate}, your delegate, is away ${period}`,
  endedDelegate: (person: string) => `You are no longer the delegate of ${person}`,
  endedPerson: (delegate: string) => `${delegate} is no longer your delegate`,
}

async function sendNotification(
  db: Db,
  { id }: DelegationFacts,
  personId: string,
  key: string,
  title: string,
  body: string,
): Promise<void> {
  await notify(db, [personId], {
    kind: 'delegation',
    subjectKind: 'delegation',
    subjectId: id,
    title,
    body,
    key: `delegation:${id}:${key}`,
  })
}

export async function notifyCreated(db: Db, delegation: DelegationFacts, isLive: boolean, actorId: string): Promise<void> {
  const { person, delegate, startsAt } = delegation
  const from = isLive ? 'now' : `from ${formatDate(startsAt)}`
  await sendNotification(
    db,
    delegation,
    delegate.id,
    'set',
    delegationTitles.delegate(person.displayName, `${isLive ? '' : `${from} `}${until(delegation)}`),
    `You can ${isLive ? 'now ' : ''}make their pending decisions, except on your own requests. You can decline under Absence.`,
  )
  if (actorId !== person.id)
    await sendNotification(
      db,
      delegation,
      person.id,
      'set',
      delegationTitles.person(delegate.displayName, `${isLive ? '' : `${from} `}${until(delegation)}`),
      'Set by an administrator. You can still decide yourself, and end the delegation at any time.',
    )
  const activeDelegations = await db
    .selectFrom('delegations')
    .select(['id', 'person_id'])
    .where('delegate_id', '=', person.id)
    .where('status', '<>', 'ended')
    .where((expression) => expression.or([expression('ends_at', 'is', null), expression('ends_at', '>', new Date(startsAt))]))
    .$if(delegation.endsAt !== null, (query) => query.where('starts_at', '<', new Date(delegation.endsAt!)))
    .execute()
  for (const { person_id } of activeDelegations)
    await sendNotification(
      db,
      delegation,
      person_id,
      `away:${person_id}`,
      delegationTitles.delegateAway(person.displayName, `${from} ${until(delegation)}`),
      'Delegates can’t delegate further. Choose another delegate under Absence.',
    )
}

export async function notifyStarted(db: Db, delegation: DelegationFacts): Promise<void> {
  const { person, delegate } = delegation
  await sendNotification(
    db,
    delegation,
    delegate.id,
    'started',
    delegationTitles.delegate(person.displayName, until(delegation)),
    'You can now make their pending decisions, except on your own requests.',
  )
  await sendNotification(
    db,
    delegation,
    person.id,
    'started',
    delegationTitles.person(delegate.displayName, until(delegation)),
    'You can still decide.',
  )
}

/** @param actorId the person who made the change and needs no notification */
export async function notifyEnded(db: Db, delegation: DelegationFacts, reason: string, actorId?: string): Promise<void> {
  const { person, delegate } = delegation
  if (actorId !== person.id)
    await sendNotification(db, delegation, person.id, 'ended', delegationTitles.endedPerson(delegate.displayName), reason)
  if (actorId !== delegate.id)
    await sendNotification(db, delegation, delegate.id, 'ended', delegationTitles.endedDelegate(person.displayName), reason)
}

export async function notifyChanged(db: Db, delegation: DelegationFacts, actorId: string): Promise<void> {
  const { person, delegate, startsAt } = delegation
  const period = `from ${formatDate(startsAt)} ${until(delegation)}`
  const key = `changed:${startsAt}:${delegation.endsAt ?? 'open'}`
  await sendNotification(
    db,
    delegation,
    delegate.id,
    key,
    delegationTitles.delegate(person.displayName, period),
    'The dates of the delegation changed.',
  )
  if (actorId !== person.id)
    await sendNotification(
      db,
      delegation,
      person.id,
      key,
      delegationTitles.person(delegate.displayName, period),
      'An administrator changed the dates of the delegation.',
    )
}

/** Everyone can see absences, including on the pages of their requests, so all open screens refresh. */
export async function announceChange(db: Db, { id }: Pick<DelegationFacts, 'id'>): Promise<void> {
  await publishChange(db, { kind: 'delegation', id })
  await publishChange(db, { kind: 'approval', id: '' })
}
