import { operation } from '../../../http/operation.ts'
import { PolicyVersionId } from '../policies/schemas.ts'
import { loadReplay } from './queries.ts'
import { PolicyReplayResponse } from './schemas.ts'

export const getPolicyReplay = operation({
  id: 'getPolicyReplay',
  method: 'GET',
  path: '/approval-policies/{id}/versions/{version}/replay',
  tag: 'approval-policies',
  summary: 'Get the latest replay of a draft policy',
  description:
    'Returns the progress, and the changes in decisions, waits and notifications. `replay` is null if the draft was never replayed.',
  access: 'adminOrAuditor',
  params: PolicyVersionId,
  responses: { 200: PolicyReplayResponse },
  errors: ['notFound'],
  handler: ({ db, actor, params }) => loadReplay(db, actor, params),
})
