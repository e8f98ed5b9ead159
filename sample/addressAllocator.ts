/** Allocates address spaces of 10.0.0.0/8 in order, aligned to their size, so that they never overlap. */
export function addressAllocator({ firstOctet, lastOctet }: { firstOctet: number; lastOctet: number }): {
  take(prefixLength: number): string
} {
  const end = (lastOctet + 1) * 2 ** 16
  let free = firstOctet * 2 ** 16
  return {
    take(prefixLength) {
      const size = 2 ** (32 - prefixLength)
      const start = Math.ceil(free / size) * size
      if (start + size > end) throw new Error(`No /${prefixLength} is left between 10.${firstOctet}.0.0 and 10.${lastOctet}.255.255`)
      free = start + size
      return `10.${Math.floor(start / 2 ** 16)}.${Math.floor(start / 256) % 256}.${start % 256}/${prefixLength}`
    },
  }
}
