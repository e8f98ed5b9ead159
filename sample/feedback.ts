import type { Company } from './shapes.ts'
import { stableId } from './stableId.ts'

type Row = Record<string, unknown>

const comments: { rating: number; category: string; page: string; text: string; days: number; status: string; note?: string }[] = [
  {
    rating: 5,
    category: 'praise',
    page: '/app/accounts/request',
    text: 'I could see in advance who would decide, and that one approver was away. I sent the request at ten, and the account was ready at noon.',
    days: 26,
    status: 'seen',
  },
  {
    rating: 2,
    category: 'problem',
    page: '/app/access/find',
    text: 'I searched for “read the basket logs” and got the group for all of Checkout first. The group I needed was third.',
    days: 19,
    status: 'done',
    note: 'Since last week, the group with the least privilege is listed first.',
  },
  {
    rating: 4,
    category: 'idea',
    page: '/app/sandboxes',
    text: 'Could I hand over a sandbox to a colleague before a holiday, instead of extending it?',
    days: 12,
    status: 'planned',
    note: 'You can already change the owners. We plan a reminder before holidays.',
  },
  {
    rating: 3,
    category: 'question',
    page: '/app/accounts',
    text: 'What does a health score of 64 mean for an account that is only for tests?',
    days: 6,
    status: 'new',
  },
  { rating: 5, category: 'praise', page: '/app/approvals', text: '', days: 3, status: 'new' },
  {
    rating: 1,
    category: 'problem',
    page: '/app/edge/rollouts/new',
    text: 'When I pasted from the planning sheet, the store name was read as the number. I had to split the column by hand.',
    days: 1,
    status: 'new',
  },
]

export function feedbackRows({ personas, people }: Company, now: Date): [table: string, rows: Row[]][] {
  const admin = personas.find(({ givenName }) => givenName === 'Niamh')!.id
  const senders = people.filter(({ enabled, persona }) => enabled && !persona)
  const rows = comments.map(({ days, note = '', ...each }, index) => {
    const time = new Date(now.getTime() - days * 86_400_000)
    const replyColumns = each.status === 'new' ? {} : { answered_by: admin, answered_at: new Date(time.getTime() + 26 * 3_600_000) }
    return {
      id: stableId(`feedback/${index}`),
      reference: `FB-${time.getUTCFullYear()}-${String(index + 1).padStart(4, '0')}`,
      person_id: senders[index * 37]!.id,
      ...each,
      note,
      context: {},
      answered_by: null,
      answered_at: null,
      ...replyColumns,
      version: each.status === 'new' ? 1 : 2,
      created_at: time,
      updated_at: time,
    }
  })
  return [['feedback', rows]]
}
