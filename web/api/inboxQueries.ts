import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

const moves = ['approval', 'accountRequest', 'accountUpdate', 'accessRequest', 'sandboxRequest'] as const

export const listInbox = (query: NonNullable<CallInput<'listInbox'>['query']> = {}) => ({
  ...ask('listInbox', { query }, moves),
  placeholderData: keepPreviousData,
})
/** The first of what waits for one, with how much there is in all: what Home shows, and the menu and the tabs count. */
export const waitingForMe = () => listInbox({ size: 6 })
/** How much of each kind there is in it. */
export const getInboxOptions = (query: NonNullable<CallInput<'getInboxOptions'>['query']> = {}) => ({
  ...ask('getInboxOptions', { query }, moves),
  placeholderData: keepPreviousData,
})
/** Similar pending approvals, with outliers listed separately. */
export const listAlikeApprovals = (id: string) => ask('listAlikeApprovals', { params: { id } }, moves)
