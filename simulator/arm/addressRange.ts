/** Both ends are included. */
interface AddressRange {
  first: number
  last: number
}

export function parseRange(cidr: string): AddressRange | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(cidr)
  if (!match) return undefined
  const [a, b, c, d, bits] = match.slice(1).map(Number) as [number, number, number, number, number]
  if (Math.max(a, b, c, d) > 255 || bits > 32) return undefined
  const firstAddress = ((a * 256 + b) * 256 + c) * 256 + d
  const size = 2 ** (32 - bits)
  return firstAddress % size === 0 ? { first: firstAddress, last: firstAddress + size - 1 } : undefined
}

export function overlap(cidr: string, otherCidr: string): boolean {
  const [a, b] = [parseRange(cidr), parseRange(otherCidr)]
  return a !== undefined && b !== undefined && a.first <= b.last && b.first <= a.last
}

export function contains(outer: string, inner: string): boolean {
  const [a, b] = [parseRange(outer), parseRange(inner)]
  return a !== undefined && b !== undefined && a.first <= b.first && b.last <= a.last
}

export function subRange(cidr: string, bits: number, index: number): string {
  const firstAddress = parseRange(cidr)!.first + index * 2 ** (32 - bits)
  return `${[24, 16, 8, 0].map((shift) => Math.floor(firstAddress / 2 ** shift) % 256).join('.')}/${bits}`
}
