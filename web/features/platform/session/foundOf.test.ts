import { expect, it } from 'vitest'
import { foundOf } from './foundOf.ts'

const failing = () => Promise.reject(new Error('down'))

it('merges the results of all searches, and skips failed ones', async () => {
  expect(await foundOf([Promise.resolve([1, 2]), failing(), Promise.resolve([3])])).toEqual([1, 2, 3])
  expect(await foundOf([Promise.resolve([]), failing()])).toEqual([])
  expect(await foundOf([])).toEqual([])
})

it('fails if all searches failed', async () => {
  await expect(foundOf([failing(), failing()])).rejects.toThrow(Error)
})
