import { sql } from 'kysely'
import type { Static } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { Call } from '../../../http/operation.ts'
import { type fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { announceChange, notifyCreated } from './notify.ts'
import { loadDelegations } from './queries.ts'
import { reconcileDelegations } from './resolve.ts'
import { periodOf, requireNoOverlap } from './rules.ts'
import type { Delegation, NewDelegation } from './schemas.ts'

type FoundPeople = Awaited<ReturnType<typeof fetchUnknownPeople>>
type DelegationContext = Pick<Call<unknown, unknown, Static<typeof NewDelegation>>, 'db' | 'actor' | 'config' | 'body' | 'now' | 'audit'>

/** @throws invalidRequest, conflict */
export async function addDelegation(
  { db, actor, config, body, now, audit }: DelegationContext,
  personId: string,
  foundPeople: FoundPeople,
): Promise<Delegation> {
  const at = now()
  const period = periodOf(body, at)
  await reconcileDelegations(db, at)
  await requirePeople(db, config, 'delegateId', [body.delegateId], foundPeople)
  await requireNoOverlap(db, personId.toLowerCase(), body.delegateId.toLowerCase(), period)
  const isLive = period.startsAt <= at
  const id = uuidv7()
  await db
    .insertInto('delegations')
    .values({
      id,
      person_id: personId,
      delegate_id: body.delegateId,
      starts_at: period.startsAt,
      ends_at: period.endsAt,
      reason: body.reason?.trim() ?? '',
      status: isLive ? 'live' : 'scheduled',
      created_by: actor.id,
      created_at: at,
      updated_at: at,
    })
    .execute()
  const [newDelegation] = await loadDelegations(db, actor, sql<boolean>`d.id = ${id}`)
  await notifyCreated(db, newDelegation!, isLive, actor.id)
  await announceChange(db, newDelegation!)
  audit({ subject: { kind: 'delegation', id }, after: newDelegation! })
  return newDelegation!
}
