import { expect, it } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import { problemLabels, problemOf } from './problem.ts'

it('replaces the advice for programs if the outcome is unknown', () => {
  const error = new ApiError(503, new Headers(), {
    code: 'outcomeUnknown',
    message: 'Advice.',
    requestId: 'r1',
  })
  expect(problemOf(error)).toMatchObject({ message: problemLabels.outcomeUnknown, code: 'outcomeUnknown', requestId: 'r1' })
})
