import { paths } from '../../../paths.ts'
import type { KeyGroup } from '../../../ui/Keys.tsx'

const everywhere: KeyGroup = {
  title: 'Everywhere',
  keys: [
    { keys: ['Ctrl', 'K'], does: 'Search and commands' },
    { keys: ['?'], does: 'Keyboard shortcuts' },
    { keys: ['F6'], does: 'Go to messages' },
    { keys: ['Esc'], does: 'Close' },
  ],
}
const tables: KeyGroup = {
  title: 'In a table',
  keys: [
    { keys: ['↑', '↓', '←', '→'], does: 'Move' },
    { keys: ['Home', 'End'], does: 'First or last cell' },
    { keys: ['Enter'], does: 'Open or sort' },
  ],
}
const inbox: KeyGroup = {
  title: 'In the inbox',
  keys: [
    { keys: ['j', 'k'], does: 'Next, previous' },
    { keys: ['a'], does: 'Approve' },
    { keys: ['r'], does: 'Reject' },
    { keys: ['c'], does: 'Request changes' },
    { keys: ['m'], does: 'Comment' },
    { keys: ['p'], does: 'Reassign' },
    { keys: ['x'], does: 'Select' },
    { keys: ['g'], does: 'Select similar requests' },
    { keys: ['Enter'], does: 'Go to the evidence' },
    { keys: ['e'], does: 'Next part of the evidence' },
    { keys: ['/'], does: 'Search' },
  ],
}

const review: KeyGroup = {
  title: 'In a review',
  keys: [
    { keys: ['↑', '↓'], does: 'Move' },
    { keys: ['k'], does: 'Keep' },
    { keys: ['r'], does: 'Remove' },
    { keys: ['u'], does: 'Clear decision' },
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
