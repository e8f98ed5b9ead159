import { sql } from 'kysely'
import { Failure } from '../../../errors.ts'
import type { Call } from '../../../http/operation.ts'
import { announceChange, notifyEnded } from './notify.ts'
import { endedMessage } from './policy.ts'
import { loadDelegations } from './queries.ts'
import { lockDelegation } from './resolve.ts'
import type { Delegation } from './schemas.ts'

type DelegationContext = Pick<Call<unknown, unknown, unknown>, 'db' | 'actor' | 'now' | 'allow' | 'audit'>

/**
 * Ends a delegation and notifies the delegate and the absent person, except the one who ended it.
 * @param reason for the notification and the audit trail
 */
export async function endSingleDelegation(
  { db, actor, now, allow, audit }: DelegationContext,
  id: string,
  reason = '',
): Promise<Delegation> {
  audit({ subject: { kind: 'delegation', id } })
  const before = await lockDelegation(db, actor, id, now())
  allow(before.can['end'] === endedMessage ? true : before.can['end']!)
  if (before.status === 'ended') throw new Failure('wrongState', endedMessage)
  await db.updateTable('delegations').set({ status: 'ended', updated_at: now() }).where('id', '=', before.id).execute()
  const endingText =
    actor.id === before.person.id
      ? 'ended the delegation'
      : actor.id === before.delegate.id
        ? 'declined'
        : 'ended the delegation as an administrator'
  await notifyEnded(db, before, `${actor.displayName} ${endingText}${reason ? `: “${reason}”` : '.'}`, actor.id)
  const [after] = await loadDelegations(db, actor, sql<boolean>`d.id = ${before.id}`)
  await announceChange(db, before)
  audit({ subject: { kind: 'delegation', id: before.id }, before, after: { ...after, ...(reason && { endReason: reason }) } })
  return after!
}
