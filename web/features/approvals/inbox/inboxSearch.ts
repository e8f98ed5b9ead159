import type { CallInput } from '../../../api/client.ts'
import { type Decision, decisions } from './labels.ts'

const sortFields = { waits: 'waitsSince', expires: 'dueAt', risk: '-risk' } as const
export type InboxOrder = keyof typeof sortFields

export interface InboxSearch {
  id?: string | undefined
  show?: 'all' | undefined
  /** Opens the decision form, which the reader must still send. */
  decide?: Decision | undefined
  kind?: string | undefined
  sort?: InboxOrder | undefined
  q?: string | undefined
  page?: number | undefined
}

export const pageSize = 50

export function inboxQuery({ kind, sort, q, page }: InboxSearch): NonNullable<CallInput<'listInbox'>['query']> {
  return {
    size: pageSize,
    ...(page && page > 1 && { page }),
    ...(sort && { sort: sortFields[sort] }),
    ...(q && { search: q }),
    ...(kind && { filter: `kind==${kind}` }),
  }
}

/** The URL can be edited by hand, so unknown values are dropped. */
export function parseInboxSearch(search: Record<string, unknown>): InboxSearch {
  const text = (value: unknown) => (typeof value === 'string' && value ? value.slice(0, 200) : undefined)
  const kind = text(search.kind)
  const page = Number(search.page)
  return {
    id: text(search.id),
    show: search.show === 'all' ? 'all' : undefined,
    decide: Object.hasOwn(decisions, String(search.decide)) ? (search.decide as Decision) : undefined,
    kind: kind && /^[a-zA-Z]{1,40}$/.test(kind) ? kind : undefined,
    sort: Object.hasOwn(sortFields, String(search.sort)) ? (search.sort as InboxOrder) : undefined,
    q: text(search.q),
    page: Number.isInteger(page) && page > 1 && page <= 1_000 ? page : undefined,
  }
}
