import { expect, it } from 'vitest'
import { operations } from '../../server/operations.ts'
import { multiTransactionOperations } from './multiTransactionOperations.ts'

it('lists the POST operations with several transactions', () => {
  const own = operations.filter(({ method, transactions }) => method === 'POST' && transactions === 'own')
  expect([...multiTransactionOperations].sort()).toEqual(own.map(({ id }) => id).sort())
})
