import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { Uuid } from '../people/schemas.ts'

export const productsICanApprove = operation({
  id: 'productsICanApprove',
  method: 'GET',
  path: '/account-approvals/productsICanApprove',
  tag: 'account-approvals',
  summary: 'Catalogue items whose use you approve',
  access: 'signedIn',
  answers: { 200: Type.Array(Type.Object({ id: Uuid, name: Type.String(), category: Type.String(), version: Type.String() })) },
  handler: ({ db, actor }) =>
    db
      .selectFrom('catalogue_items as i')
      .innerJoin('catalogue_item_approvers as c', 'c.item_id', 'i.id')
      .select(['i.id', 'i.name', 'i.category', 'i.version'])
      .where('c.person_id', '=', actor.id)
      .orderBy('i.name')
      .execute(),
})
