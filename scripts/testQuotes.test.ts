import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import type { Node } from './syntax.ts'
import { findQuotes, ShownTexts } from './testQuotes.ts'

const shown = new ShownTexts(['Save', 'Delete …', 'The account is locked. Try again later.', '… of …'])
const quotesOf = (code: string, isBrowserTest = true) =>
  findQuotes(parseSync('a.test.ts', code).program as unknown as Node, shown, isBrowserTest).map(({ text }) => text)

it('finds a text of the product in a locator', () => {
  expect(quotesOf("page.getByRole('button', { name: 'Save' })")).toEqual(['Save'])
  expect(quotesOf("row.filter({ hasText: 'Delete shop' })")).toEqual(['Delete shop'])
  expect(quotesOf("waitForText(page, 'The account is locked. Try again later.')")).toEqual(['The account is locked. Try again later.'])
  expect(quotesOf('page.getByText(/is locked/)')).toEqual(['/is locked/'])
})

it('accepts data, codes and labels of the product', () => {
  const accepted = [
    "page.getByRole('button', { name: labels.save })",
    "page.getByText('checkout-basket')",
    'page.getByText(/^checkout/)',
    "it('Save', () => {})",
    "page.getByText('2 of 5')",
    "const button = 'Save'",
  ]
  for (const code of accepted) expect(quotesOf(code), code).toEqual([])
})

it('finds only longer texts in tests without a browser', () => {
  expect(quotesOf("expect(error.message).toBe('The account is locked. Try again later.')", false)).toHaveLength(1)
  expect(quotesOf("screen.getByText('Save')", false)).toEqual([])
})
