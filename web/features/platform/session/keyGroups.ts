import { paths } from '../../../paths.ts'
import type { KeyGroup } from '../../../ui/Keys.tsx'

const everywhere: KeyGroup = {
  title: 'Everywhere',
  keys: [
    { keys: ['Ctrl', 'K'], does: 'Search and commands' },
    { keys: ['?'], does: 'These keys' },
    { keys: ['F6'], does: 'To the news at the foot' },
    { keys: ['Esc'], does: 'Close what is open' },
  ],
}
const tables: KeyGroup = {
  title: 'In a table',
  keys: [
    { keys: ['↑', '↓', '←', '→'], does: 'Move' },
    { keys: ['Home', 'End'], does: 'To the ends of the row' },
    { keys: ['Enter'], does: 'Open or sort' },
  ],
}
const inbox: KeyGroup = {
  title: 'In the inbox',
  keys: [
    { keys: ['j', 'k'], does: 'Next, previous' },
    { keys: ['a'], does: 'Approve' },
    { keys: ['r'], does: 'Reject' },
    { keys: ['c'], does: 'Ask for changes' },
    { keys: ['m'], does: 'Comment' },
    { keys: ['p'], does: 'Pass on' },
    { keys: ['x'], does: 'Select' },
    { keys: ['g'], does: 'Select all alike' },
    { keys: ['Enter'], does: 'Into the evidence' },
    { keys: ['e'], does: 'Its next part' },
    { keys: ['/'], does: 'Search' },
  ],
}

const review: KeyGroup = {
  title: 'In a review',
  keys: [
    { keys: ['↑', '↓'], does: 'Move' },
    { keys: ['k'], does: 'Keep' },
    { keys: ['r'], does: 'Remove' },
    { keys: ['u'], does: 'Undecided again' },
    { keys: ['x'], does: 'Select' },
  ],
}

const feedback: KeyGroup = {
  title: 'In open feedback',
  keys: [{ keys: ['j', 'k'], does: 'Next, previous' }],
}

export function keyGroups(path: string): KeyGroup[] {
  if (path === paths.approvals()) return [everywhere, inbox]
  if (path.startsWith(paths.accessReview('')) && path !== paths.newAccessReview()) return [everywhere, review]
  return path === paths.feedback() ? [everywhere, tables, feedback] : [everywhere, tables]
}
