import { describe, expect, it } from 'vitest'
import { chosenColumns, fitColumns } from '../../../ui/fitColumns.ts'
import type { TableView } from '../../../ui/tableTypes.ts'
import { addressOf, colsOf, contentOf, hasChanged, type SavedView, tableViewOf } from './viewAddress.ts'

const view = {
  id: 'v1',
  filter: 'status==active',
  search: 'basket',
  sort: '-createdAt',
  columns: ['name', 'createdAt'],
  density: 'compact',
} as SavedView
const columns = [{ id: 'name', fixed: true }, { id: 'status' }, { id: 'createdAt', hidden: true }]

describe('the URL of a view', () => {
  it('contains all settings of the view, and can be read back', () => {
    const address = addressOf(view)
    expect(address).toEqual({
      view: 'v1',
      filter: 'status==active',
      q: 'basket',
      sort: '-createdAt',
      cols: 'name,createdAt',
      density: 'compact',
    })
    const { filter, search, sort, columns: visibleNames, density } = view
    expect(contentOf(address)).toEqual({ filter, search, sort, columns: visibleNames, density })
    expect(hasChanged(view, { ...address, page: 4 })).toBe(false)
    expect(addressOf({ id: 'v2', filter: null, search: null, sort: null, columns: null, density: null })).toEqual({ view: 'v2' })
  })

  it.each([{ filter: undefined }, { q: 'other' }, { sort: 'name' }, { cols: 'name' }, { density: undefined }])(
    'differs from the view with %j',
    (overrides) => {
      expect(hasChanged(view, { ...addressOf(view), ...overrides })).toBe(true)
    },
  )
})

describe('the column list in a URL', () => {
  it('replaces the preferred columns and their order', () => {
    const preferredView = { shown: ['name', 'status'], density: 'comfortable' } as const
    expect(tableViewOf({}, { ...preferredView, shown: [...preferredView.shown] })).toEqual(preferredView)
    expect(tableViewOf({ cols: 'createdAt,name' }, { ...preferredView, shown: [...preferredView.shown] })).toEqual({
      shown: ['createdAt', 'name'],
      order: ['createdAt', 'name'],
      density: 'comfortable',
    })
  })

  it('contains the shown columns in order, and is absent for the default columns', () => {
    expect(colsOf({}, columns)).toBe(undefined)
    expect(colsOf({ shown: ['createdAt'], order: ['createdAt', 'name'] }, columns)).toBe('createdAt,name')
    expect(colsOf({ order: ['status', 'name'] }, columns)).toBe('status,name')
  })

  it('keeps columns left out for which the window has no space', () => {
    const leaving = [{ id: 'name', fixed: true }, { id: 'tower', leaveOut: 1 }, { id: 'status' }]
    const moved = tableViewOf({ cols: colsOf({ order: ['status', 'name'] }, leaving) }, { kept: [] })
    const visibleIn = (view: TableView) => fitColumns(chosenColumns(leaving, view), 320, view.kept ?? []).map(({ id }) => id)
    expect(visibleIn(moved)).toEqual(['status', 'name'])
    expect(visibleIn({ ...moved, kept: ['tower'] })).toEqual(['status', 'name', 'tower'])
  })
})
