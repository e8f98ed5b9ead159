import { expect, it } from 'vitest'
import { fulfilledItems } from './fulfilledItems.ts'

const failing = () => Promise.reject(new Error('down'))

it('merges the results of all searches, and skips failed ones', async () => {
  expect(await fulfilledItems([Promise.resolve([1, 2]), failing(), Promise.resolve([3])])).toEqual([1, 2, 3])
  expect(await fulfilledItems([Promise.resolve([]), failing()])).toEqual([])
  expect(await fulfilledItems([])).toEqual([])
})

it('fails if all searches failed', async () => {
  await expect(fulfilledItems([failing(), failing()])).rejects.toThrow(Error)
})
