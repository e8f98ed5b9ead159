import { paths } from '../../../paths.ts'
import { commonShortcuts, listShortcuts, type PageWithKeys, tableShortcuts } from '../../../shared/shortcuts.ts'
import type { KeyGroup } from '../../../ui/Keys.tsx'

const toEntries = (shortcuts: readonly { keys: readonly string[]; description: string }[]): KeyGroup['keys'] =>
  shortcuts.map(({ keys, description }) => ({ keys: [...keys], description }))

const titles: Record<PageWithKeys, string> = { inbox: 'Approvals inbox', review: 'Access reviews', feedback: 'Open feedback' }
const common: KeyGroup = { title: 'All pages', keys: toEntries(Object.values(commonShortcuts)) }
const tables: KeyGroup = { title: 'Tables', keys: toEntries(tableShortcuts) }

function pageOf(path: string): PageWithKeys | undefined {
  if (path === paths.approvals()) return 'inbox'
  if (path.startsWith(paths.accessReview('')) && path !== paths.newAccessReview()) return 'review'
  return path === paths.feedback() ? 'feedback' : undefined
}

export function keyGroups(path: string): KeyGroup[] {
  const page = pageOf(path)
  const own = page ? [{ title: titles[page], keys: listShortcuts(page) }] : []
  return [common, ...(page === 'inbox' ? [] : [tables]), ...own]
}
