import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadDelegations } from './queries.ts'
import { Delegation } from './schemas.ts'

export const listMyDelegations = operation({
  id: 'listMyDelegations',
  method: 'GET',
  path: '/me/delegations',
  tag: 'delegations',
  summary: 'List delegations by you and to you, latest first',
  access: 'signedIn',
  responses: {
    200: Type.Object({
      mine: Type.Array(Delegation, { description: 'Delegations by you: current, planned, and up to 20 past ones.' }),
      delegating: Type.Array(Delegation, { description: 'Delegations in which you are or will be the delegate.' }),
    }),
  },
  async handler({ db, actor }) {
    const [openDelegations, endedDelegations, delegationsToYou] = await Promise.all([
      loadDelegations(db, actor, sql<boolean>`d.person_id = ${actor.id} and d.status <> 'ended'`),
      loadDelegations(db, actor, sql<boolean>`d.person_id = ${actor.id} and d.status = 'ended'`, 20),
      loadDelegations(db, actor, sql<boolean>`d.delegate_id = ${actor.id} and d.status <> 'ended'`),
    ])
    return { mine: [...openDelegations, ...endedDelegations], delegating: delegationsToYou }
  },
})
