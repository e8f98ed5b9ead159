import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

const transitions = ['approval', 'accountRequest', 'accountUpdate', 'accessRequest', 'sandboxRequest'] as const

export const listInbox = (query: NonNullable<CallInput<'listInbox'>['query']> = {}) => ({
  ...ask('listInbox', { query }, transitions),
  placeholderData: keepPreviousData,
})
/** The first of what waits for one, with how much there is in all: what Home shows, and the menu and the tabs count. */
export const waitingForMe = () => listInbox({ size: 6 })
/** How much of each kind there is in it. */
export const getInboxOptions = (query: NonNullable<CallInput<'getInboxOptions'>['query']> = {}) => ({
  ...ask('getInboxOptions', { query }, transitions),
  placeholderData: keepPreviousData,
})
/** Similar pending approvals, with outliers listed separately. */
export const listAlikeApprovals = (id: string) => ask('listAlikeApprovals', { params: { id } }, transitions)
