import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadDelegations } from './queries.ts'
import { Absence } from './schemas.ts'

const uuid = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

export const listCurrentDelegations = operation({
  id: 'listCurrentDelegations',
  method: 'GET',
  path: '/delegations/current',
  tag: 'delegations',
  summary: 'List which of the specified people are away now, with their delegates',
  access: 'signedIn',
  query: Type.Object(
    {
      personIds: Type.String({
        pattern: `^${uuid}(,${uuid}){0,49}$`,
        maxLength: 1_850,
        description: 'IDs of up to 50 people, separated by commas.',
      }),
    },
    { additionalProperties: false },
  ),
  responses: { 200: Type.Array(Absence) },
  async handler({ db, actor, query: { personIds }, now }) {
    const rows = await loadDelegations(
      db,
      actor,
      sql<boolean>`d.status = 'live' and (d.ends_at is null or d.ends_at > ${now()}) and d.person_id = any (${personIds.split(',')}::uuid[])`,
    )
    return rows.map(({ person, delegate, startsAt, endsAt }) => ({ person, delegate, since: startsAt, until: endsAt }))
  },
})
