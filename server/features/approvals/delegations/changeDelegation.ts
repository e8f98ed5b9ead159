import { sql } from 'kysely'
import { updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { announceChange, notifyChanged } from './notify.ts'
import { hasEnded } from './policy.ts'
import { readDelegations } from './queries.ts'
import { lockDelegation } from './resolve.ts'
import { periodOf, requireFree } from './rules.ts'
import { Delegation, DelegationChange, DelegationId } from './schemas.ts'

export const changeDelegation = operation({
  id: 'changeDelegation',
  method: 'PATCH',
  path: '/delegations/{id}',
  tag: 'delegations',
  summary: 'Change the dates or the reason of a delegation',
  description:
    'For the absent person and administrators, never for the delegate, from any of their accounts. To change the delegate, end it and set another. A delegation that has started keeps its start date.',
  access: 'owner',
  stepUp: 'byRow',
  params: DelegationId,
  body: DelegationChange,
  answers: { 200: Delegation },
  errors: ['notFound', 'wrongState', 'conflict'],
  async handler({ db, actor, params, body, now, allow, requireStepUp, audit }) {
    audit({ subject: { kind: 'delegation', id: params.id } })
    const before = await lockDelegation(db, actor, params.id, now())
    allow(before.can['change'] === hasEnded ? true : before.can['change']!)
    if (before.status === 'ended') throw new Failure('wrongState', hasEnded)
    await requireStepUp(before.person.id === actor.id ? undefined : 'privileged')
    const started = before.status === 'live'
    if (started && body.startsAt !== undefined)
      throw new Failure('wrongState', 'The delegation has started, so you can only change its end and reason.')
    const at = now()
    const asked = periodOf(
      {
        startsAt: started ? undefined : (body.startsAt ?? before.startsAt),
        endsAt: body.endsAt === undefined ? before.endsAt : body.endsAt,
      },
      at,
    )
    const timed = body.startsAt !== undefined || body.endsAt !== undefined
    if (timed) await requireFree(db, before.person.id, before.delegate.id, asked, before.id)
    await updateRow(db, 'delegations', before.id, {
      ...(started ? {} : { starts_at: asked.startsAt, status: asked.startsAt <= at ? ('live' as const) : ('scheduled' as const) }),
      ends_at: asked.endsAt,
      ...(body.reason === undefined ? {} : { reason: body.reason.trim() }),
      changed_by: actor.id,
      updated_at: at,
    })
    const [after] = await readDelegations(db, actor, sql<boolean>`d.id = ${before.id}`)
    if (timed) await notifyChanged(db, after!, actor.id)
    await announceChange(db, after!)
    audit({ subject: { kind: 'delegation', id: before.id }, before, after })
    return after!
  },
})
