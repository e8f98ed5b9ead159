import { ask } from './ask.ts'

const transitions = ['accountUpdate', 'accountRequest', 'account'] as const

export const listPullRequests = () => ask('listPullRequests', {}, transitions)
/** As its host has it at this moment. */
export const getPullRequest = (number: number) => ({
  ...ask('getPullRequest', { params: { number } }, transitions),
  staleTime: 0,
  gcTime: 0,
})
