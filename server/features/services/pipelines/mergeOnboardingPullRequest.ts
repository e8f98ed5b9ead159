import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { refreshBeforeMerge } from './refreshPullRequest.ts'
import { requestMerge, waitUntilMerged } from './requestMerge.ts'
import { MergeRequest, MergeResult } from './schemas.ts'

export const mergeOnboardingPullRequest = operation({
  id: 'mergeOnboardingPullRequest',
  method: 'PATCH',
  path: '/utils/pipeline/onboard/merge',
  tag: 'pipelines',
  summary: 'Merge the pull request that records a new account',
  description:
    'The checks must pass and the branch must be at the reviewed commit; otherwise returns 409 with the reason. Returns 200 if the pull request is merged or already was, and 202 if the Git host needs longer.',
  access: 'admin',
  apiKey: 'pipeline:merge',
  body: Type.Object({ requestId: Type.Optional(Uuid), ...MergeRequest }, { additionalProperties: false }),
  responses: { 200: MergeResult, 202: MergeResult },
  errors: ['notFound', 'conflict', 'wrongState', 'outsideFailed'],
  prepare: ({ db, clients, body: { requestId, headSha, ...pullRequest } }) =>
    refreshBeforeMerge({ db, clients }, { subjectKind: 'accountRequest', subjectId: requestId, ...pullRequest }, headSha),
  handler: (call, row) => requestMerge(call, row),
  afterCommit: waitUntilMerged,
})
