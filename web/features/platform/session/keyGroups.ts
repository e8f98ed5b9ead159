import { paths } from '../../../paths.ts'
import type { KeyGroup } from '../../../ui/Keys.tsx'

const allGroups: KeyGroup = {
  title: 'All pages',
  keys: [
    { keys: ['Ctrl', 'K'], description: 'Search and commands' },
    { keys: ['?'], description: 'Keyboard shortcuts' },
    { keys: ['F6'], description: 'Go to messages' },
    { keys: ['Esc'], description: 'Close dialog or menu' },
  ],
}
const tables: KeyGroup = {
  title: 'Tables',
  keys: [
    { keys: ['↑', '↓', '←', '→'], description: 'Move to another row or cell' },
    { keys: ['Home', 'End'], description: 'Go to first or last cell' },
    { keys: ['Enter'], description: 'Open link or sort column' },
  ],
}
const inbox: KeyGroup = {
  title: 'Approvals inbox',
  keys: [
    { keys: ['j', 'k'], description: 'Next, previous item' },
    { keys: ['a'], description: 'Approve' },
    { keys: ['r'], description: 'Reject' },
    { keys: ['c'], description: 'Request changes' },
    { keys: ['m'], description: 'Comment' },
    { keys: ['p'], description: 'Reassign' },
    { keys: ['x'], description: 'Select' },
    { keys: ['g'], description: 'Select similar requests' },
    { keys: ['Enter'], description: 'Go to evidence' },
    { keys: ['e'], description: 'Next evidence section' },
    { keys: ['/'], description: 'Search' },
  ],
}

const review: KeyGroup = {
  title: 'Access reviews',
  keys: [
    { keys: ['↑', '↓'], description: 'Move to another row or cell' },
    { keys: ['k'], description: 'Keep' },
    { keys: ['r'], description: 'Remove' },
    { keys: ['u'], description: 'Clear decision' },
    { keys: ['x'], description: 'Select' },
  ],
}

const feedback: KeyGroup = {
  title: 'Open feedback',
  keys: [{ keys: ['j', 'k'], description: 'Next, previous item' }],
}

export function keyGroups(path: string): KeyGroup[] {
  if (path === paths.approvals()) return [allGroups, inbox]
  if (path.startsWith(paths.accessReview('')) && path !== paths.newAccessReview()) return [allGroups, review]
  return path === paths.feedback() ? [allGroups, tables, feedback] : [allGroups, tables]
}
