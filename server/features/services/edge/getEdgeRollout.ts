import { operation } from '../../../http/operation.ts'
import { loadRollout } from './queries.ts'
import { EdgeRollout, RolloutId } from './schemas.ts'

export const getEdgeRollout = operation({
  id: 'getEdgeRollout',
  method: 'GET',
  path: '/edge/rollouts/{id}',
  tag: 'edge',
  summary: 'Get a rollout with its waves and the status of each region',
  access: 'signedIn',
  params: RolloutId,
  responses: { 200: EdgeRollout },
  errors: ['notFound'],
  handler: ({ db, actor, params }) => loadRollout(db, actor, params.id),
})
