import { ask } from './ask.ts'

const transitions = ['accountUpdate', 'accountRequest', 'account'] as const

export const listPullRequests = () => ask('listPullRequests', {}, transitions)
/** Reads the pull request from its host, so the response is current. */
export const getPullRequest = (number: number) => ({
  ...ask('getPullRequest', { params: { number } }, transitions),
  staleTime: 0,
  gcTime: 0,
})
