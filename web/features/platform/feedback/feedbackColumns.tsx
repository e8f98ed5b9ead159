import { Link } from '../../../ui/Link.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { ListColumn } from '../../../ui/tableTypes.ts'
import { categoryLabels } from './labels.ts'
import { FeedbackStatus, RatingIcon } from './RatingIcon.tsx'
import type { Feedback } from './types.ts'

export function feedbackColumns(hrefOf: (id: string) => string): ListColumn<Feedback>[] {
  return [
    {
      id: 'text',
      header: 'Comment',
      width: 400,
      rowHeader: true,
      fixed: true,
      cell: ({ id, text, reference }) => (
        <Link variant="name" href={hrefOf(id)} title={text || undefined}>
          {text || `${reference}, no comment`}
        </Link>
      ),
    },
    { id: 'rating', leaveOut: 4, header: 'Rating', width: 110, sortable: true, cell: ({ rating }) => <RatingIcon rating={rating} /> },
    { id: 'category', leaveOut: 3, header: 'Kind', width: 110, cell: ({ category }) => categoryLabels[category] },
    { id: 'status', header: 'Status', width: 160, cell: ({ status }) => <FeedbackStatus status={status} /> },
    { id: 'person', leaveOut: 2, header: 'Person', width: 180, cell: ({ person }) => <PersonChip person={person} /> },
    { id: 'page', leaveOut: 1, header: 'Screen', width: 200, cell: ({ page }) => <span className="font-mono text-sm">{page}</span> },
    { id: 'createdAt', header: 'Sent', width: 130, sortable: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { id: 'reference', header: 'Reference', width: 140, hidden: true, cell: ({ reference }) => reference },
    {
      id: 'updatedAt',
      header: 'Updated',
      width: 130,
      sortable: true,
      hidden: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
  ]
}
