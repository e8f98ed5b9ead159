import { keepPreviousData } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { CallInput } from './client.ts'

export const listAccessReviews = (query: NonNullable<CallInput<'listAccessReviews'>['query']> = {}) => ({
  ...ask('listAccessReviews', { query }, ['accessReview']),
  placeholderData: keepPreviousData,
})
export const getAccessReview = (id: string) => ask('getAccessReview', { params: { id } }, ['accessReview'])
export const listAccessReviewItems = (id: string, query: NonNullable<CallInput<'listAccessReviewItems'>['query']>) => ({
  ...ask('listAccessReviewItems', { params: { id }, query }, ['accessReview']),
  placeholderData: keepPreviousData,
})
export const previewAccessReview = (body: CallInput<'previewAccessReview'>['body']) => ({
  ...ask('previewAccessReview', { body }, ['account', 'accessGroup']),
  placeholderData: keepPreviousData,
})
