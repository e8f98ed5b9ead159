import { sql } from 'kysely'
import { Type } from 'typebox'
import { usableSeatHolders } from '../../../approvals/openSeats.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'

export const productsICanApprove = operation({
  id: 'productsICanApprove',
  method: 'GET',
  path: '/account-approvals/productsICanApprove',
  tag: 'account-approvals',
  summary: 'List catalogue items you approve, for yourself or as a delegate',
  access: 'signedIn',
  responses: { 200: Type.Array(Type.Object({ id: Uuid, name: Type.String(), category: Type.String(), version: Type.String() })) },
  handler: ({ db, actor, now }) =>
    db
      .selectFrom('catalogue_items as i')
      .select(['i.id', 'i.name', 'i.category', 'i.version'])
      .where(
        sql<boolean>`exists (select from catalogue_item_approvers c where c.item_id = i.id
          and c.person_id in (select id from ${usableSeatHolders(actor, now())} p (id)))`,
      )
      .orderBy('i.name')
      .execute(),
})
