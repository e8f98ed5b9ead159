import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import { uiLabels } from '../ui/labels.ts'
import { LoadError } from './LoadError.tsx'

it.each(['The database is unavailable. Nothing was changed. Try again.', 'Slipway can’t be reached.'])(
  'says only once that nothing was changed, even with the message: %s',
  (message) => {
    const page = renderToStaticMarkup(<LoadError subject="the towers" error={new Error(message)} onRetry={() => {}} />)
    expect(page.split(uiLabels.unchanged)).toHaveLength(2)
  },
)

it.each([
  [404, false],
  [503, true],
])('offers a retry after %i: %s', (status, isOffered) => {
  const error = new ApiError(status, new Headers(), { code: 'x', message: 'x' })
  const page = renderToStaticMarkup(<LoadError subject="this approval" error={error} onRetry={() => {}} />)
  expect(page.includes('<button')).toBe(isOffered)
})
