import { regions } from './topology.ts'

const blocksReservedForNewAccounts = 2

/** The last blocks of each region are for accounts requested in Slipway, so no sample account uses these /24 ranges. */
export function addressRanges(): { range: string; region: string }[] {
  return regions.flatMap(({ name, lastOctet }) =>
    Array.from({ length: blocksReservedForNewAccounts * 256 }, (_, index) => ({
      range: `10.${lastOctet - blocksReservedForNewAccounts + 1 + Math.floor(index / 256)}.${index % 256}.0/24`,
      region: name as string,
    })),
  )
}
