import { expect, it } from 'vitest'
import { actionOf, keyOf, listShortcuts, type PageWithKeys } from './shortcuts.ts'

const press = (key: string, modifiers = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...modifiers })
const pages: PageWithKeys[] = ['inbox', 'review', 'feedback']

it.each(pages)('moves to the next and previous item with j and k on every page: %s', (page) => {
  expect([actionOf(page, press('j')), actionOf(page, press('k'))]).toEqual(['next', 'previous'])
})

it.each(pages)('lists each key once: %s', (page) => {
  const keys = listShortcuts(page).flatMap((each) => each.keys)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).not.toContain('?')
})

it('ignores modifiers, inherited names and keys of other pages', () => {
  expect(actionOf('inbox', press('a', { ctrlKey: true }))).toBeUndefined()
  expect(actionOf('inbox', press('constructor'))).toBeUndefined()
  expect(actionOf('feedback', press('a'))).toBeUndefined()
})

it.each(pages)('repeats only moves while a key is held down: %s', (page) => {
  const repeated = listShortcuts(page).flatMap(({ keys: [key = ''] }) => actionOf(page, press(key, { repeat: true })) ?? [])
  expect(repeated).toEqual(['next', 'previous'])
})

it('finds the key of an action', () => {
  expect([keyOf('review', 'keep'), keyOf('inbox', 'approve')]).toEqual(['a', 'a'])
})
