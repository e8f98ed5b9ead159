import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

const transitions = ['approval', 'accountRequest', 'accountUpdate', 'accessRequest', 'sandboxRequest'] as const

export const listInbox = (query: NonNullable<CallInput<'listInbox'>['query']> = {}) => ({
  ...ask('listInbox', { query }, transitions),
  placeholderData: keepPreviousData,
})
/** The first pending approvals and their total, for Home and for the counts in the menu and tabs. */
export const waitingForMe = () => listInbox({ size: 6 })
export const getInboxOptions = (query: NonNullable<CallInput<'getInboxOptions'>['query']> = {}) => ({
  ...ask('getInboxOptions', { query }, transitions),
  placeholderData: keepPreviousData,
})
/** Similar pending approvals, with outliers listed separately. */
export const listAlikeApprovals = (id: string) => ask('listAlikeApprovals', { params: { id } }, transitions)
