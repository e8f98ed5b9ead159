import type { Mode } from './outcome.ts'

/** Comments that were typed but not sent. They are kept until the page is reloaded. */
const drafts = new Map<string, string>()
const keyOf = (subject: string, mode: Mode) => `${subject} ${mode}`

export function draftOf(subject: string, mode: Mode): string {
  return drafts.get(keyOf(subject, mode)) ?? ''
}

export function saveDraft(subject: string, mode: Mode, text: string): void {
  if (text.trim() === '') drafts.delete(keyOf(subject, mode))
  else drafts.set(keyOf(subject, mode), text)
}
