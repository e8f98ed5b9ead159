import { operation } from '../../../http/operation.ts'
import { readFamily } from './queries.ts'
import { Family, FamilyId } from './schemas.ts'

export const getFamily = operation({
  id: 'getFamily',
  method: 'GET',
  path: '/families/{id}',
  tag: 'families',
  summary: 'Get a family',
  access: 'signedIn',
  params: FamilyId,
  answers: { 200: Family },
  errors: ['notFound'],
  handler: ({ db, actor, params }) => readFamily(db, actor, params.id),
})
