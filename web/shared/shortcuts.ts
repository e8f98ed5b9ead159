/**
 * All keyboard shortcuts of the app. Pages, hints and the help dialog read the keys from here. A page's table contains each key only once,
 * so that a key has only one meaning on a page.
 */

/** These shortcuts work on every page, with Ctrl or outside fields. */
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

/** These keys have the same meaning on all pages. Pages must not use the keys of `commonShortcuts`. */
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
  repeat: boolean
}

/** Keys that follow within this time, in milliseconds, belong to the same text. */
export const textPause = 1000

/** Recognizes the keys of a text that is typed outside text fields. They must not act as shortcuts. */
export class StrayText {
  private lastAt = Number.NEGATIVE_INFINITY

  /** Returns whether the key belongs to a text. A key without a meaning on the page starts one, but not a space or a repeated key. */
  includes(page: PageWithKeys, event: KeyPress & { timeStamp: number }): boolean {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false
    const continues = event.timeStamp - this.lastAt < textPause
    const starts = ![' ', ...commonShortcuts.help.keys].includes(event.key) && !event.repeat && !Object.hasOwn(pageKeys[page], event.key)
    if (continues || starts) this.lastAt = event.timeStamp
    return continues || starts
  }
}

/** Holding down a key repeats only moves between items. */
const repeatedActions: readonly string[] = ['next', 'previous']

/** Returns the action of a key press; undefined for other keys, and with Ctrl, Alt or Command. */
export function actionOf<Page extends PageWithKeys>(page: Page, event: KeyPress): ActionOn<Page> | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(pageKeys[page], event.key)) return undefined
  const action = pageKeys[page][event.key as keyof Keys<Page>] as ActionOn<Page>
  return event.repeat && !repeatedActions.includes(action) ? undefined : action
}

export function keyOf<Page extends PageWithKeys>(page: Page, action: ActionOn<Page>): string {
  return Object.entries<string>(pageKeys[page]).find(([, each]) => each === action)![0]
}

export function listShortcuts(page: PageWithKeys): { keys: string[]; description: string }[] {
  const shown = { Escape: 'Esc' } as Record<string, string>
  return Object.entries<Action>(pageKeys[page]).map(([key, action]) => ({ keys: [shown[key] ?? key], description: actionLabels[action] }))
}
