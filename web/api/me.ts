import { keepPreviousData } from '@tanstack/react-query'
import { pollEvery } from './answeredNo.ts'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

export const listMyDelegations = () => ask('listMyDelegations', {}, ['delegation'])

/** Previews which approvals a delegate could decide, before the delegation is created. */
export const previewDelegation = (body: CallInput<'previewDelegation'>['body']) =>
  ask('previewDelegation', { body }, ['delegation', 'approval'])

export const getMyCalendar = () => ask('getMyCalendar', {}, ['delegation'])

export const listAbsences = () => ask('listAbsences', {}, ['delegation', 'approval'])

export const getMyNotificationSettings = () => ask('getMyNotificationSettings', {}, ['notificationSettings'])

export const suggestSubstitutes = (id: string) => ask('suggestSubstitutes', { params: { id } }, ['approval', 'delegation'])

/** The tasks of the reader by kind. Runs and connectors change without an event that every person gets. */
export const countMyTasks = () => ({
  ...ask('countMyTasks', {}, [
    'approval',
    'accountRequest',
    'accountUpdate',
    'accessRequest',
    'sandboxRequest',
    'accessReview',
    'accessDifference',
    'emergencyAccess',
    'edgeRollout',
    'sandbox',
  ]),
  refetchInterval: pollEvery(60_000),
})

/** The reader’s requests of all kinds. */
export const listMyRequests = (query: NonNullable<CallInput<'listMyRequests'>['query']> = {}) => ({
  ...ask('listMyRequests', { query }, [
    'accountRequest',
    'accountUpdate',
    'accessRequest',
    'privilegedRole',
    'sandboxRequest',
    'sandboxAccessRequest',
    'approval',
  ]),
  placeholderData: keepPreviousData,
})
