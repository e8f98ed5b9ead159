import { expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { findRecords } from './findRecords.ts'
import { clientWith, personWith } from './palette.fixture.ts'

vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1' }))

const tower = { id: 't', name: 'Checkout', code: 'CHK' }
const found = async (results: Parameters<typeof clientWith>[0], ...roles: string[]) =>
  (await findRecords(clientWith(results), 'checkout', personWith(...roles))).map(({ id }) => id)

it('returns results even if some searches fail', async () => {
  expect(await found({ listTowers: () => [tower] })).toEqual([paths.towers('t'), paths.findAccess('checkout')])
})

it('fails if all searches failed', async () => {
  await expect(found({})).rejects.toThrow(Error)
})

it('finds people only for administrators and auditors', async () => {
  const results = { listTowers: () => [], listUsers: () => ({ items: [{ id: 'u', displayName: 'Checkout Bot', email: null }] }) }
  expect(await found(results, 'auditor')).toContain(paths.users({ id: 'u' }))
  expect(await found(results)).toEqual([paths.findAccess('checkout')])
})

it('finds only one record for a complete reference', async () => {
  const request = (id: string, reference: string) => ({ id, reference, name: 'checkout', requester: { displayName: 'Priya Shah' } })
  const client = clientWith({
    searchAccounts: () => [{ id: 'a', name: 'checkout-2026', tower: { name: 'Commerce' }, family: { name: 'Checkout' } }],
    listAccountRequests: () => ({ items: [request('other', 'ACC-2026-0162'), request('own', 'ACC-2026-0161')] }),
  })
  const idsFor = async (query: string) => (await findRecords(client, query, personWith())).map(({ id }) => id)
  expect(await idsFor('acc-2026-0161')).toEqual([paths.request('own')])
  expect(await idsFor('ACC-2026-0999')).toEqual([])
})
