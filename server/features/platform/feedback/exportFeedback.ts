import { Type } from 'typebox'
import { exportRows } from '../../../http/exportRows.ts'
import { everyId, ListQuery } from '../../../http/list.ts'
import { operation, replyStream } from '../../../http/operation.ts'
import { feedbackList } from './list.ts'
import { readFeedbacks } from './queries.ts'
import type { PlatformFeedback } from './schemas.ts'

const columns: Record<string, (feedback: PlatformFeedback) => string | null | undefined> = {
  Reference: ({ reference }) => reference,
  Given: ({ createdAt }) => createdAt,
  Rating: ({ rating }) => String(rating),
  Kind: ({ category }) => category,
  Status: ({ status }) => status,
  Text: ({ text }) => text,
  Screen: ({ page }) => page,
  From: ({ person }) => person.displayName,
  'E-mail': ({ person }) => person.email,
  Answer: ({ note }) => note,
  'Answered by': ({ answeredBy }) => answeredBy?.displayName,
  Answered: ({ answeredAt }) => answeredAt,
  Browser: ({ context }) => context.browser,
  Window: ({ context }) => context.viewport,
  Theme: ({ context }) => context.theme,
  Language: ({ context }) => context.locale,
}

export const exportFeedback = operation({
  id: 'exportFeedback',
  method: 'GET',
  path: '/feedback/export.csv',
  tag: 'feedback',
  summary: 'Export the feedback that matches a filter as CSV',
  description: 'One export per person at a time.',
  access: 'adminOrAuditor',
  query: Type.Pick(ListQuery, ['sort', 'filter', 'search'], { additionalProperties: false }),
  produces: 'text/csv',
  leavesTrace: true,
  answers: {
    200: Type.String({ description: 'RFC 4180, UTF-8. Cells that a spreadsheet would run as a formula start with an apostrophe.' }),
  },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now, audit }) {
    const stream = await exportRows(db, {
      personId: actor.id,
      header: Object.keys(columns),
      ids: (tx) => everyId(tx, feedbackList, query),
      async lines(tx, ids) {
        const some = await readFeedbacks(tx, actor, ids)
        return some.map((feedback) => Object.values(columns).map((cell) => cell(feedback) ?? ''))
      },
    })
    audit({ subject: { kind: 'feedback', id: 'csv' }, after: query })
    const name = `feedback-${now().toISOString().slice(0, 10)}.csv`
    return replyStream(200, stream, { 'content-disposition': `attachment; filename="${name}"` })
  },
})
