import { describe, expect, expectTypeOf, it } from 'vitest'
import { chosenColumns, fitColumns, withColumn } from './fitColumns.ts'
import type { DataTableProps, ListColumn, TableView } from './tableTypes.ts'

type Listed = Pick<ListColumn<never>, 'id' | 'width' | 'fixedWidth' | 'leaveOut' | 'hidden'>
const columns: Listed[] = [
  { id: 'name', width: 300 },
  { id: 'reference', width: 100, fixedWidth: true, leaveOut: 1 },
  { id: 'tower', width: 200, leaveOut: 2 },
  { id: 'status', width: 200 },
]
const idsIn = (room: number, sorted: string[] = []) => fitColumns(columns, room, [], sorted).map(({ id }) => id)

it('leaves out the least important columns until the others fit', () => {
  expect(idsIn(800)).toEqual(['name', 'reference', 'tower', 'status'])
  expect(idsIn(730)).toEqual(['name', 'reference', 'tower', 'status'])
  expect(idsIn(729)).toEqual(['name', 'tower', 'status'])
  expect(idsIn(629)).toEqual(['name', 'status'])
  expect(idsIn(100)).toEqual(['name', 'status'])
})

it('leaves out a column by which the table is sorted last', () => {
  expect(idsIn(729, ['reference'])).toEqual(['name', 'reference', 'status'])
  expect(idsIn(550, ['reference'])).toEqual(['name', 'reference', 'status'])
  expect(idsIn(549, ['tower', 'reference'])).toEqual(['name', 'status'])
})

describe('the columns that a person chose', () => {
  const listed = [...columns, { id: 'region', width: 100, hidden: true }]
  const visibleIn = (room: number, view: TableView) => fitColumns(chosenColumns(listed, view), room, view.kept ?? []).map(({ id }) => id)

  it('keeps columns left out when another column changes or moves', () => {
    expect(visibleIn(640, {})).toEqual(['name', 'tower', 'status'])
    expect(visibleIn(640, withColumn({}, listed, 'status', false))).toEqual(['name', 'reference', 'tower'])
    expect(visibleIn(560, withColumn({}, listed, 'region', true))).toEqual(['name', 'status', 'region'])
    expect(visibleIn(640, { order: ['status', 'name'] })).toEqual(['status', 'name', 'tower'])
    expect(visibleIn(640, { shown: listed.map(({ id }) => id) })).toEqual(['name', 'status', 'region'])
  })

  it('shows a column once it is ticked, and hides it once it is unticked', () => {
    const ticked = withColumn({}, listed, 'reference', true)
    expect(ticked).toEqual({ kept: ['reference'] })
    expect(visibleIn(640, ticked)).toEqual(['name', 'reference', 'status'])
    const unticked = withColumn(ticked, listed, 'reference', false)
    expect(visibleIn(1000, unticked)).toEqual(['name', 'tower', 'status'])
    expect(visibleIn(1000, withColumn(unticked, listed, 'reference', true))).toEqual(['name', 'reference', 'tower', 'status'])
  })
})

it('leaves out columns only in tables with column settings', () => {
  type Listing = Pick<DataTableProps<object>, 'label' | 'rows' | 'rowId'> & { columns: ListColumn<object>[] }
  expectTypeOf<Listing>().not.toExtend<DataTableProps<object>>()
  expectTypeOf<Listing & { view: TableView; onView: () => void }>().toExtend<DataTableProps<object>>()
})
