import { expect, it } from 'vitest'
import { actionOf, keyOf, listShortcuts, type PageWithKeys, StrayText, textPause } from './shortcuts.ts'

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

it('recognizes the keys of a stray text until a pause', () => {
  const text = new StrayText()
  const at = (timeStamp: number, key: string, modifiers = {}) => text.includes('inbox', { ...press(key, modifiers), timeStamp })
  expect([at(0, 'a'), at(10, ' '), at(20, '?'), at(30, 'z', { repeat: true }), at(40, 'z', { ctrlKey: true })]).toEqual(
    Array(5).fill(false),
  )
  expect([at(50, 'T'), at(60, 'a'), at(70 + textPause / 2, ' '), at(60 + textPause, 'r')]).toEqual(Array(4).fill(true))
  expect([at(100 + textPause, 'Enter'), at(70 + 3 * textPause, 'a')]).toEqual([false, false])
})
