import { regions } from './landscape.ts'

const blocksKeptForNewAccounts = 2

/** The /24 ranges of each region that no sample account uses: the last blocks, handed out to accounts requested in Slipway. */
export function addressRanges(): { range: string; region: string }[] {
  return regions.flatMap(({ name, lastOctet }) =>
    Array.from({ length: blocksKeptForNewAccounts * 256 }, (_, index) => ({
      range: `10.${lastOctet - blocksKeptForNewAccounts + 1 + Math.floor(index / 256)}.${index % 256}.0/24`,
      region: name as string,
    })),
  )
}
