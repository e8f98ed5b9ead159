/** Only IPv4 ranges are counted, because an IPv6 subnet never runs out of IP addresses. */
export interface AddressRange {
  first: number
  size: number
}

export function parseRange(cidr: string): AddressRange | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(cidr)
  if (!match) return undefined
  const [a, b, c, d, bits] = match.slice(1).map(Number) as [number, number, number, number, number]
  if (Math.max(a, b, c, d) > 255 || bits > 32) return undefined
  const size = 2 ** (32 - bits)
  const address = ((a * 256 + b) * 256 + c) * 256 + d
  return { first: address - (address % size), size }
}

/** Azure reserves the first four addresses of a subnet and the last. */
const reservedAddresses = 5

export function usableAddresses(prefixes: readonly string[]): number | null {
  const ranges = prefixes.map(parseRange).filter((range) => range !== undefined)
  return ranges.length === 0 ? null : ranges.reduce((sum, { size }) => sum + Math.max(0, size - reservedAddresses), 0)
}

export function countUsedAddresses(range: AddressRange, inner: readonly AddressRange[]): number {
  return inner
    .filter(({ first, size }) => first >= range.first && first + size <= range.first + range.size)
    .reduce((sum, { size }) => sum + size, 0)
}
