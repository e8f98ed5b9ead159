import { operation } from '../../../http/operation.ts'
import { loadTower } from './queries.ts'
import { Tower, TowerId } from './schemas.ts'

export const getTower = operation({
  id: 'getTower',
  method: 'GET',
  path: '/towers/{id}',
  tag: 'towers',
  summary: 'Get a tower',
  access: 'signedIn',
  params: TowerId,
  responses: { 200: Tower },
  errors: ['notFound'],
  handler: ({ db, actor, params }) => loadTower(db, actor, params.id),
})
