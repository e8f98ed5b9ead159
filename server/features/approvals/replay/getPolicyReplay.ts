import { operation } from '../../../http/operation.ts'
import { PolicyVersionId } from '../policies/schemas.ts'
import { readReplay } from './queries.ts'
import { PolicyReplayAnswer } from './schemas.ts'

export const getPolicyReplay = operation({
  id: 'getPolicyReplay',
  method: 'GET',
  path: '/approval-policies/{id}/versions/{version}/replay',
  tag: 'approval-policies',
  summary: 'What a draft of a policy would have made of past requests',
  description:
    'How far the replay is, which decisions, waits and numbers of notices would be otherwise. `replay` is null when none was run.',
  access: 'adminOrAuditor',
  params: PolicyVersionId,
  answers: { 200: PolicyReplayAnswer },
  errors: ['notFound'],
  handler: ({ db, actor, params }) => readReplay(db, actor, params),
})
