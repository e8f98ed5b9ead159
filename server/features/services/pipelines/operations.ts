import { getPullRequest } from './getPullRequest.ts'
import { listPullRequests } from './listPullRequests.ts'
import { mergeOnboardingPullRequest } from './mergeOnboardingPullRequest.ts'
import { mergeUpdatePullRequest } from './mergeUpdatePullRequest.ts'
import { requeueUpdates } from './requeueUpdates.ts'

export const pipelineOperations = [mergeOnboardingPullRequest, mergeUpdatePullRequest, requeueUpdates, listPullRequests, getPullRequest]
