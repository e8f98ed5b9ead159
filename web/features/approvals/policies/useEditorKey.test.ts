import { expect, it } from 'vitest'
import { type ContinuedDraft, editorKeyOf } from './useEditorKey.ts'

const continued = (base: number, version: number, before?: ContinuedDraft): ContinuedDraft => ({
  base,
  version,
  key: editorKeyOf(base, before),
  isShown: false,
})
const shown = (draft: ContinuedDraft): ContinuedDraft => ({ ...draft, isShown: true })

it('keeps the key from the edited version to its draft', () => {
  const draft = continued(3, 4)
  expect([editorKeyOf(3, undefined), editorKeyOf(3, draft), editorKeyOf(4, shown(draft))]).toEqual(Array(3).fill('version 3'))
})

it('keeps the key if the draft has become the edited version', () => {
  const first = shown(continued(3, 4))
  const key = editorKeyOf(4, first)
  const second = continued(4, 5, first)
  expect([editorKeyOf(4, second), editorKeyOf(5, shown(second))]).toEqual([key, key])
})

it('keeps the key if an earlier draft of the edited version was discarded', () => {
  const first = shown(continued(3, 4))
  const key = editorKeyOf(3, first)
  const second = continued(3, 5, first)
  expect([editorKeyOf(3, second), editorKeyOf(5, shown(second))]).toEqual([key, key])
})

it('changes the key between the draft and other versions', () => {
  const first = shown(continued(3, 4))
  const second = shown(continued(4, 5, first))
  const third = shown(continued(4, 6, second))
  for (const draft of [first, second, third])
    for (const version of [2, 3, 4, 5, 6])
      if (version !== draft.version) expect(editorKeyOf(version, draft)).not.toBe(editorKeyOf(draft.version, draft))
})
