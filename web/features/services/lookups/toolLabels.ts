import type { CallResult } from '../../../api/client.ts'
import { formatMoney, formatNumber } from '../../../ui/format.ts'
import { uiLabels } from '../../../ui/labels.ts'

export type Subnet = CallResult<'lookupSnetData'>['items'][number]
export type VmSize = CallResult<'listVirtualMachineSkus'>['items'][number]
type VmPrices = CallResult<'listVirtualMachinePrices'>

/** Returns the monthly price of a size, “Unknown” after a failed read, or undefined without a price or before the prices have loaded. */
export type FormatPrice = (name: string, system: 'linux' | 'windows') => string | undefined

export function priceText(prices: VmPrices | undefined, hasFailed: boolean): FormatPrice {
  if (!prices) return () => (hasFailed ? uiLabels.unknown : undefined)
  const matches = new Map(prices.items.map((price) => [price.size, price]))
  return (name, system) => {
    const amount = matches.get(name)?.[system]
    return amount !== null && amount !== undefined ? formatMoney({ amount, currency: prices.currency }, { round: true }) : undefined
  }
}

export const sizeName = (name: string) => name.replace(/^Standard_/, '').replaceAll('_', ' ')

export function gigabytes(value: number): string {
  return value >= 1_024 && value % 512 === 0 ? `${formatNumber(value / 1_024)} TB` : `${formatNumber(value)} GB`
}

/** Spaces, hyphens and underscores are ignored, so that “d4s v5” finds `Standard_D4s_v5`. */
export function fittingSizes(
  sizes: readonly VmSize[],
  {
    q = '',
    vcpus,
    memory,
    zone,
    all,
  }: {
    q?: string | undefined
    vcpus?: string | undefined
    memory?: string | undefined
    zone?: string | undefined
    all?: string | undefined
  },
): VmSize[] {
  const text = plain(q)
  return sizes.filter(
    (size) =>
      (all === 'yes' || size.available) &&
      size.vcpus >= (Number(vcpus) || 0) &&
      size.memoryGb >= (Number(memory) || 0) &&
      (!zone || size.zones.includes(zone)) &&
      plain(size.name).includes(text),
  )
}

const plain = (text: string) => text.toLocaleLowerCase().replace(/[\s_-]/g, '')

export function fittingSubnets(subnets: readonly Subnet[], q = ''): Subnet[] {
  const text = q.trim().toLocaleLowerCase()
  if (text === '') return [...subnets]
  return subnets.filter(({ name, network, account, prefixes }) =>
    [name, network.name, account.name, ...prefixes.map(({ prefix }) => prefix)].some((each) => each.toLocaleLowerCase().includes(text)),
  )
}
