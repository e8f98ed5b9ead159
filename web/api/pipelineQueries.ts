import { queryCall } from './queryCall.ts'

const refreshKinds = ['accountUpdate', 'accountRequest', 'account'] as const

export const listPullRequests = () => queryCall('listPullRequests', {}, refreshKinds)
export const getPullRequest = (number: number) => ({
  ...queryCall('getPullRequest', { params: { number } }, refreshKinds),
  staleTime: 0,
  gcTime: 0,
})
