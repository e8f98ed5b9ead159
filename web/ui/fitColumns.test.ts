import { expect, it } from 'vitest'
import { fitColumns } from './fitColumns.ts'

const columns = [
  { id: 'name', width: 300 },
  { id: 'reference', width: 100, fixedWidth: true, leaveOut: 1 },
  { id: 'tower', width: 200, leaveOut: 2 },
  { id: 'status', width: 200 },
]
const idsIn = (room: number, keep: string[] = []) => fitColumns(columns, room, keep).map(({ id }) => id)

it('leaves out the least important columns until the others fit', () => {
  expect(idsIn(800)).toEqual(['name', 'reference', 'tower', 'status'])
  expect(idsIn(730)).toEqual(['name', 'reference', 'tower', 'status'])
  expect(idsIn(729)).toEqual(['name', 'tower', 'status'])
  expect(idsIn(629)).toEqual(['name', 'status'])
  expect(idsIn(100)).toEqual(['name', 'status'])
})

it('keeps a column by which the table is sorted', () => {
  expect(idsIn(729, ['reference'])).toEqual(['name', 'reference', 'status'])
})
