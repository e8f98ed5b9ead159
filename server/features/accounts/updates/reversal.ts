import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { person } from '../../../people/queries.ts'
import { Nullable, PersonRef, Timestamp } from '../../../people/schemas.ts'

export const GraceEnd = Nullable(Timestamp, {
  description: 'End of the grace period while a decommission is in it; null otherwise.',
})

export const Reversal = Nullable(Type.Object({ kind: Type.Enum(['undone', 'restored']), at: Timestamp, by: Nullable(PersonRef) }), {
  description: 'Set if a decommission was undone, or its account restored. `runStatus` is the progress of this.',
})
export type Reversal = Static<typeof Reversal>

/** @param updateId the ID of an account change of any kind */
export function reversalOf(updateId: RawBuilder<unknown>): RawBuilder<Reversal> {
  return sql<Reversal>`(select json_build_object('kind', case when d.phase in ('undoing', 'undone') then 'undone' else 'restored' end,
      'at', to_char(d.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', ${person(sql`d.ended_by`)})
    from account_decommissions d where d.update_id = ${updateId} and d.phase in ('undoing', 'undone', 'restoring', 'restored'))`
}

/** @param updateId the ID of an account change of any kind */
export function graceEndOf(updateId: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql<Date | null>`(select d.grace_ends_at from account_decommissions d where d.update_id = ${updateId} and d.phase = 'grace')`
}
