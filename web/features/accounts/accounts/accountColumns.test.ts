import { expect, it } from 'vitest'
import { csvColumns } from '../../../../server/features/accounts/accounts/csvColumns.ts'
import { accountColumns } from './accountColumns.tsx'

it('can export every column of the list', () => {
  const missingColumns = accountColumns(new Set(), true).filter(({ id }) => !Object.hasOwn(csvColumns, id))
  expect(missingColumns.map(({ id }) => id)).toEqual([])
})
