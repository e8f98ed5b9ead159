import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

export const listFeedback = (query: NonNullable<CallInput<'listFeedback'>['query']> = {}) => ({
  ...ask('listFeedback', { query }, ['feedback']),
  placeholderData: keepPreviousData,
})
export const getFeedbackOptions = (query: NonNullable<CallInput<'getFeedbackOptions'>['query']> = {}) => ({
  ...ask('getFeedbackOptions', { query }, ['feedback']),
  placeholderData: keepPreviousData,
})
export const listMyFeedback = (page = 1) => ({
  ...ask('listMyFeedback', { query: { page } }, ['feedback']),
  placeholderData: keepPreviousData,
})
export const getFeedback = (id: string) => ask('getFeedback', { params: { id } }, ['feedback'])
