import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EmptyInbox } from './EmptyInbox.tsx'
import { inboxLabels } from './labels.ts'

it('links to the other list by its name', () => {
  const page = renderToStaticMarkup(<EmptyInbox all={false} decided={0} />)
  expect(page).toContain(inboxLabels.viewAll)
  expect(inboxLabels.viewAll.toLowerCase()).toContain(inboxLabels.all.toLowerCase())
})

it('has the title of a list without approvals, however many decisions the reader has just made', () => {
  expect(renderToStaticMarkup(<EmptyInbox all decided={2} />)).toContain(inboxLabels.noApprovals)
})
