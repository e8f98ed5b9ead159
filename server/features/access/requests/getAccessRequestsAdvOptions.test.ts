import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { decide } from '../assignments/access.fixture.ts'
import { type AccessListApp, clientOf, startWithRequests } from './accessLists.fixture.ts'

let listApp: AccessListApp
beforeAll(async () => {
  listApp = await startWithRequests()
  await decide(listApp.app, 'Daniel', listApp.analyst.approvalId, 'reject')
})
afterAll(() => listApp.app.close())

const path = '/account-access/access-requests/adv/options'
interface Field {
  name: string
  sortable: boolean
  operators: string[]
  values?: { value: string; label: string; count: number }[]
}
const fieldsOf = async (personaName: string, query = '') =>
  new Map(((await clientOf(listApp.app, personaName).get(`${path}?${query}`)).body.fields as Field[]).map((field) => [field.name, field]))
const countsOf = (field: Field | undefined) =>
  Object.fromEntries((field?.values ?? []).filter(({ count }) => count > 0).map(({ value, count }) => [value, count]))

describe('getAccessRequestsAdvOptions', () => {
  it('counts only requests that the caller can see, ignoring a field’s own condition', async () => {
    expect(countsOf((await fieldsOf('Niamh')).get('status'))).toEqual({ pending_approval: 3, rejected: 1 })
    expect(countsOf((await fieldsOf('Niamh', 'filter=status==rejected')).get('status'))).toEqual({ pending_approval: 3, rejected: 1 })
    expect(countsOf((await fieldsOf('Tomasz')).get('status'))).toEqual({ rejected: 1 })
    expect(countsOf((await fieldsOf('Ewa')).get('status'))).toEqual({})
    const towers = (await fieldsOf('Niamh', 'filter=status==rejected')).get('tower')!
    expect(towers.values!.filter(({ count }) => count > 0)).toMatchObject([{ label: 'Commerce', count: 1 }])
    expect(countsOf((await fieldsOf('Niamh', 'search=zalewski')).get('status'))).toEqual({ rejected: 1 })
  })

  it('returns the fields for sorting and the operators of each field', async () => {
    const fields = await fieldsOf('Priya')
    expect([...fields.values()].filter(({ sortable }) => sortable).map(({ name }) => name)).toEqual(['reference', 'createdAt', 'updatedAt'])
    expect(fields.get('durationHours')!.operators).toContain('=ge=')
  })

  roleSuite(
    'getAccessRequestsAdvOptions',
    () => listApp.app,
    () => ({ path }),
  )
})
