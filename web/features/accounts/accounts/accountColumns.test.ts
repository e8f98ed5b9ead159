import { expect, it } from 'vitest'
import { csvColumns } from '../../../../server/features/accounts/accounts/csvColumns.ts'
import { accountColumns } from './accountColumns.tsx'

it('every column of the list can be exported', () => {
  const missing = accountColumns(new Set(), true).filter(({ id }) => !Object.hasOwn(csvColumns, id))
  expect(missing.map(({ id }) => id)).toEqual([])
})
