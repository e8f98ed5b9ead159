import { operation } from '../../../http/operation.ts'
import { loadFamily } from './queries.ts'
import { Family, FamilyId } from './schemas.ts'

export const getFamily = operation({
  id: 'getFamily',
  method: 'GET',
  path: '/families/{id}',
  tag: 'families',
  summary: 'Get a family',
  access: 'signedIn',
  params: FamilyId,
  responses: { 200: Family },
  errors: ['notFound'],
  handler: ({ db, actor, params }) => loadFamily(db, actor, params.id),
})
