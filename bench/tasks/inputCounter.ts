import type { BrowserContext, Page } from 'playwright-core'

export interface InputCounts {
  clicks: number
  /** Keys that move, choose or send. A combination such as Ctrl+Enter is one key. */
  keys: number
  typed: number
  /** Changes of the path in the address, including pages of the identity provider. */
  screens: number
}

const modifiers = ['Shift', 'Control', 'Alt', 'Meta']

/** Counts what the page receives, so a script can't use the mouse or the keyboard without being counted. Playwright's `fill` isn't counted. */
export async function countInput(context: BrowserContext, page: Page): Promise<InputCounts> {
  const counts: InputCounts = { clicks: 0, keys: 0, typed: 0, screens: 0 }
  await context.exposeBinding('recordInput', (_source, kind: 'clicks' | 'keys' | 'typed') => {
    counts[kind]++
  })
  await context.addInitScript((modifierKeys) => {
    const record = (window as unknown as { recordInput: (kind: string) => void }).recordInput
    const isTextField = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(target.type))
    window.addEventListener('pointerdown', () => record('clicks'), { capture: true })
    window.addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey, target }) => {
        if (modifierKeys.includes(key)) return
        record(key.length === 1 && !ctrlKey && !metaKey && isTextField(target) ? 'typed' : 'keys')
      },
      { capture: true },
    )
  }, modifiers)
  let path = ''
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const { host, pathname } = new URL(frame.url())
    if (host + pathname === path) return
    if (path !== '') counts.screens++
    path = host + pathname
  })
  return counts
}
