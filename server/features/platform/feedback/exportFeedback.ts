import { Type } from 'typebox'
import { csvExport } from '../../../http/csv.ts'
import { exportRows } from '../../../http/exportRows.ts'
import { ListQuery, listAllIds } from '../../../http/list.ts'
import { operation, replyFile } from '../../../http/operation.ts'
import { feedbackList } from './list.ts'
import { loadFeedbacks } from './queries.ts'
import type { PlatformFeedback } from './schemas.ts'

export const columns: Record<string, (feedback: PlatformFeedback) => string | null | undefined> = {
  Reference: ({ reference }) => reference,
  Created: ({ createdAt }) => createdAt,
  Rating: ({ rating }) => String(rating),
  Kind: ({ category }) => category,
  Status: ({ status }) => status,
  Text: ({ text }) => text,
  Screen: ({ page }) => page,
  Person: ({ person }) => person.displayName,
  Email: ({ person }) => person.email,
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
  description: 'You can run one export at a time.',
  access: 'adminOrAuditor',
  canLag: true,
  query: Type.Pick(ListQuery, ['sort', 'filter', 'search'], { additionalProperties: false }),
  ...csvExport,
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now, audit }) {
    const stream = await exportRows(db, {
      personId: actor.id,
      header: Object.keys(columns),
      ids: (tx) => listAllIds(tx, feedbackList, query),
      async lines(tx, ids) {
        const batch = await loadFeedbacks(tx, actor, ids)
        return batch.map((feedback) => Object.values(columns).map((cell) => cell(feedback) ?? ''))
      },
    })
    audit({ subject: { kind: 'feedback', id: 'csv' }, after: query })
    return replyFile(`feedback-${now().toISOString().slice(0, 10)}.csv`, stream)
  },
})
