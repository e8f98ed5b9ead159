import { expect, test } from 'vitest'
import { uiLabels } from '../../../ui/labels.ts'
import { fittingSizes, fittingSubnets, gigabytes, priceText, type Subnet, sizeName, type VmSize } from './toolLabels.ts'

const size = (name: string, overrides: Partial<VmSize> = {}) =>
  ({ name, vcpus: 4, memoryGb: 16, zones: ['1', '3'], available: true, ...overrides }) as VmSize
const names = (sizes: VmSize[]) => sizes.map(({ name }) => name)

test('finds sizes by their requirements, and by any spelling of their name', () => {
  const sizes = [size('Standard_D4s_v5'), size('Standard_E4s_v5', { memoryGb: 32 }), size('Standard_M64s', { available: false, vcpus: 64 })]
  expect(names(fittingSizes(sizes, {}))).toEqual(['Standard_D4s_v5', 'Standard_E4s_v5'])
  expect(names(fittingSizes(sizes, { q: 'd4s v5' }))).toEqual(['Standard_D4s_v5'])
  expect(names(fittingSizes(sizes, { memory: '17' }))).toEqual(['Standard_E4s_v5'])
  expect(names(fittingSizes(sizes, { vcpus: '8', all: 'yes' }))).toEqual(['Standard_M64s'])
  expect(fittingSizes(sizes, { zone: '2' })).toEqual([])
})

test('finds subnets by any of their names and ranges', () => {
  const subnets = [
    { name: 'snet-app', network: { name: 'vnet-till' }, account: { name: 'till-prod' }, prefixes: [{ prefix: '10.1.0.0/26' }] },
  ] as Subnet[]
  for (const q of ['', 'APP', 'till', '10.1.0']) expect(fittingSubnets(subnets, q)).toHaveLength(1)
  expect(fittingSubnets(subnets, 'basket')).toEqual([])
})

test('formats names and memory', () => {
  expect([sizeName('Standard_D4s_v5'), gigabytes(0.5), gigabytes(1_024), gigabytes(1_000)]).toEqual([
    'D4s v5',
    '0.5 GB',
    '1 TB',
    '1,000 GB',
  ])
})

test('has no price before the prices have loaded or for a size without one, and an unknown price after a failed read', () => {
  const prices = { currency: 'GBP', items: [{ size: 'Standard_D4s_v5', linux: 14_000, windows: null }] } as Parameters<typeof priceText>[0]
  const pricesOf = (...values: Parameters<typeof priceText>) =>
    (['linux', 'windows'] as const).map((system) => priceText(...values)('Standard_D4s_v5', system))
  expect(pricesOf(undefined, false)).toEqual([undefined, undefined])
  expect(pricesOf(undefined, true)).toEqual([uiLabels.unknown, uiLabels.unknown])
  // A failed refresh keeps the prices that were read before it.
  for (const hasFailed of [true, false]) expect(pricesOf(prices, hasFailed)).toEqual([expect.stringContaining('140'), undefined])
})
