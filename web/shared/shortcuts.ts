/**
 * All keyboard shortcuts of the app. Pages, hints and the help dialog take the keys from here. A page's table contains each key only once,
 * so a key can’t have two meanings on one page.
 */

/** Works on every page, with Ctrl or outside fields. */
export const commonShortcuts = {
  palette: { keys: ['Ctrl', 'K'], description: 'Search and commands' },
  help: { keys: ['?'], description: 'Keyboard shortcuts' },
  messages: { keys: ['F6'], description: 'Go to messages' },
  close: { keys: ['Esc'], description: 'Close dialog or menu' },
} as const

export const tableShortcuts = [
  { keys: ['↑', '↓', '←', '→'], description: 'Move to another row or cell' },
  { keys: ['Home', 'End'], description: 'Go to first or last cell' },
  { keys: ['Enter'], description: 'Open link or sort column' },
] as const

const actionLabels = {
  next: 'Next item',
  previous: 'Previous item',
  select: 'Select',
  search: 'Search',
  approve: 'Approve',
  reject: 'Reject',
  requestChanges: 'Request changes',
  comment: 'Comment',
  reassign: 'Reassign',
  selectSimilar: 'Select similar requests',
  clearSelection: 'Clear selection',
  openEvidence: 'Go to evidence',
  nextEvidence: 'Next evidence section',
  keep: 'Keep',
  remove: 'Remove',
  clearDecision: 'Clear decision',
} as const
type Action = keyof typeof actionLabels

/** These keys mean the same on all pages, and the keys of `commonShortcuts` mean nothing else. */
interface SharedKeys {
  j?: 'next'
  k?: 'previous'
  x?: 'select'
  '/'?: 'search'
  Escape?: 'clearSelection'
  '?'?: never
  F6?: never
}
type PageKeys = Readonly<Record<string, Action>> & SharedKeys

const pageKeys = {
  inbox: {
    j: 'next',
    k: 'previous',
    a: 'approve',
    r: 'reject',
    c: 'requestChanges',
    m: 'comment',
    p: 'reassign',
    x: 'select',
    g: 'selectSimilar',
    Enter: 'openEvidence',
    e: 'nextEvidence',
    '/': 'search',
    Escape: 'clearSelection',
  },
  review: { j: 'next', k: 'previous', a: 'keep', r: 'remove', u: 'clearDecision', x: 'select' },
  feedback: { j: 'next', k: 'previous' },
} as const satisfies Record<string, PageKeys>

export type PageWithKeys = keyof typeof pageKeys
type Keys<Page extends PageWithKeys> = (typeof pageKeys)[Page]
export type ActionOn<Page extends PageWithKeys> = Extract<Keys<Page>[keyof Keys<Page>], string>

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** True if the key is held down. */
  repeat: boolean
}

/** While a key is held down, moves are repeated. Other actions are done once per press. */
const repeatedActions: readonly string[] = ['next', 'previous']

/** Returns the action of a key press on a page. Undefined for other keys, with Ctrl, Alt or Command, and while the key is held down. */
export function actionOf<Page extends PageWithKeys>(page: Page, event: KeyPress): ActionOn<Page> | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(pageKeys[page], event.key)) return undefined
  const action = pageKeys[page][event.key as keyof Keys<Page>] as ActionOn<Page>
  return event.repeat && !repeatedActions.includes(action) ? undefined : action
}

/** Returns the key of an action, for hints and `aria-keyshortcuts`. */
export function keyOf<Page extends PageWithKeys>(page: Page, action: ActionOn<Page>): string {
  return Object.entries<string>(pageKeys[page]).find(([, each]) => each === action)![0]
}

/** Lists the shortcuts of a page for the help dialog. */
export function listShortcuts(page: PageWithKeys): { keys: string[]; description: string }[] {
  const shown = { Escape: 'Esc' } as Record<string, string>
  return Object.entries<Action>(pageKeys[page]).map(([key, action]) => ({ keys: [shown[key] ?? key], description: actionLabels[action] }))
}
