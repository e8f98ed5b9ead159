import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Operation as Call, queryOf, specification } from '../test/contract/operations.ts'
import { contractPage, operationOf } from './contract.ts'

const calls = Object.values(specification).flatMap((group) => Object.keys(group) as Call[])

it('matches the committed contract page', () => {
  expect(readFileSync(new URL('../docs/contract.md', import.meta.url), 'utf8') === contractPage(), 'run `node scripts/contract.ts`').toBe(
    true,
  )
})

it('finds an operation for each call of the specification, with its query parameters', () => {
  expect(new Set(calls.map(operationOf)).size).toBe(calls.length)
  const missingNames = calls.flatMap((call) => queryOf(call).filter((name) => !(name in (operationOf(call).query?.properties ?? {}))))
  expect(missingNames).toEqual([])
})
