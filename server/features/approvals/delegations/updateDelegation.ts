import { sql } from 'kysely'
import { updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { announceChange, notifyChanged } from './notify.ts'
import { endedMessage } from './policy.ts'
import { loadDelegations } from './queries.ts'
import { lockDelegation } from './resolve.ts'
import { periodOf, requireNoOverlap } from './rules.ts'
import { Delegation, DelegationChange, DelegationId } from './schemas.ts'

export const updateDelegation = operation({
  id: 'updateDelegation',
  method: 'PATCH',
  path: '/delegations/{id}',
  tag: 'delegations',
  summary: 'Change the dates or the reason of a delegation',
  description:
    'Allowed for the absent person and administrators, but never for the delegate, even with another user account. The start date of a delegation that has started can’t change. To choose another delegate, end the delegation and set a new one.',
  access: 'owner',
  stepUp: 'byRow',
  params: DelegationId,
  body: DelegationChange,
  responses: { 200: Delegation },
  errors: ['notFound', 'wrongState', 'conflict'],
  async handler({ db, actor, params, body, now, allow, requireStepUp, audit }) {
    audit({ subject: { kind: 'delegation', id: params.id } })
    const before = await lockDelegation(db, actor, params.id, now())
    allow(before.can['change'] === endedMessage ? true : before.can['change']!)
    if (before.status === 'ended') throw new Failure('wrongState', endedMessage)
    await requireStepUp(before.person.id === actor.id ? undefined : 'privileged')
    const hasStarted = before.status === 'live'
    if (hasStarted && body.startsAt !== undefined)
      throw new Failure('wrongState', 'The delegation has started, so you can only change its end and reason.')
    const at = now()
    const period = periodOf(
      {
        startsAt: hasStarted ? undefined : (body.startsAt ?? before.startsAt),
        endsAt: body.endsAt === undefined ? before.endsAt : body.endsAt,
      },
      at,
    )
    const changesTimes = body.startsAt !== undefined || body.endsAt !== undefined
    if (changesTimes) await requireNoOverlap(db, before.person.id, before.delegate.id, period, before.id)
    await updateRow(db, 'delegations', before.id, {
      ...(hasStarted ? {} : { starts_at: period.startsAt, status: period.startsAt <= at ? ('live' as const) : ('scheduled' as const) }),
      ends_at: period.endsAt,
      ...(body.reason === undefined ? {} : { reason: body.reason.trim() }),
      changed_by: actor.id,
      updated_at: at,
    })
    const [after] = await loadDelegations(db, actor, sql<boolean>`d.id = ${before.id}`)
    if (changesTimes) await notifyChanged(db, after!, actor.id)
    await announceChange(db, after!)
    audit({ subject: { kind: 'delegation', id: before.id }, before, after })
    return after!
  },
})
