import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { feedbackList } from './list.ts'

export const getFeedbackOptions = operation({
  id: 'getFeedbackOptions',
  method: 'GET',
  path: '/feedback/options',
  tag: 'feedback',
  summary: 'List the filter and sort fields of feedback, with counts',
  access: 'adminOrAuditor',
  query: OptionsQuery,
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  handler: ({ db, query }) => describeList(db, feedbackList, query),
})
