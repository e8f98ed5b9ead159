import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { uiLabels } from '../ui/labels.ts'
import { LoadError } from './LoadError.tsx'

it.each(['The database is unavailable. Nothing was changed. Try again.', 'Slipway can’t be reached.'])(
  'says only once that nothing was changed, even with the message: %s',
  (message) => {
    const page = renderToStaticMarkup(<LoadError subject="the towers" error={new Error(message)} onRetry={() => {}} />)
    expect(page.split(uiLabels.unchanged)).toHaveLength(2)
  },
)
