import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { refreshBeforeMerge } from './refreshPullRequest.ts'
import { requestMerge, waitUntilMerged } from './requestMerge.ts'
import { MergeRequest, MergeResult } from './schemas.ts'

export const mergeUpdatePullRequest = operation({
  id: 'mergeUpdatePullRequest',
  method: 'PATCH',
  path: '/utils/pipeline/update/merge',
  tag: 'pipelines',
  summary: 'Merge the pull request of an account change or decommission',
  description:
    'The checks must pass and the branch must be at the reviewed commit; otherwise returns 409 with the reason. Returns 200 if the pull request is merged or already was, and 202 if the Git host needs longer.',
  access: 'admin',
  apiKey: 'pipeline:merge',
  body: Type.Object({ updateId: Type.Optional(Uuid), ...MergeRequest }, { additionalProperties: false }),
  responses: { 200: MergeResult, 202: MergeResult },
  errors: ['notFound', 'conflict', 'wrongState', 'outsideFailed'],
  prepare: ({ db, clients, body: { updateId, headSha, ...pullRequest } }) =>
    refreshBeforeMerge({ db, clients }, { subjectKind: 'accountUpdate', subjectId: updateId, ...pullRequest }, headSha),
  handler: (call, row) => requestMerge(call, row),
  afterCommit: waitUntilMerged,
})
