import { ask } from './ask.ts'

const moves = ['accountUpdate', 'accountRequest', 'account'] as const

export const listPullRequests = () => ask('listPullRequests', {}, moves)
/** As its host has it at this moment. */
export const getPullRequest = (number: number) => ({ ...ask('getPullRequest', { params: { number } }, moves), staleTime: 0, gcTime: 0 })
