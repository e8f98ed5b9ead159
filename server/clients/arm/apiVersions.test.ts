import { describe, expect, it } from 'vitest'
import { apiVersions, apiVersionTable, versionsEndingSoon } from './apiVersions.ts'

describe('versionsEndingSoon', () => {
  const vaults = { ...apiVersionTable.vaults, version: '2023-07-01', endOfSupport: '2027-02-27' } as const
  const table = { vaults, github: apiVersionTable.github, locks: apiVersionTable.locks }
  const search = (timestamp: string) =>
    versionsEndingSoon(new Date(timestamp), table).map(({ version, endOfSupport }) => [version, endOfSupport])

  it.each([
    ['2026-08-30T23:59:59Z', []],
    ['2026-08-31T00:00:00Z', [['2023-07-01', '2027-02-27']]],
    ['2027-03-01T00:00:00Z', [['2023-07-01', '2027-02-27']]],
    [
      '2028-03-12T00:00:00Z',
      [
        ['2023-07-01', '2027-02-27'],
        ['2022-11-28', '2028-03-12'],
      ],
    ],
  ])('warns from 180 days before the end of support, and afterwards: %s', (timestamp, expected) => {
    expect(search(timestamp)).toEqual(expected)
  })
})

describe('apiVersions', () => {
  it('doesn’t use a version whose support ends within half a year of the lookup', () => {
    expect(versionsEndingSoon(new Date('2026-11-23T00:00:00Z'))).toEqual([])
  })

  it('uses the versions in the table, including a vault version that is supported after 27 February 2027', () => {
    expect(apiVersions.vaults >= '2026-02-01').toBe(true)
    expect(Object.keys(apiVersions)).toEqual(Object.keys(apiVersionTable))
    for (const { source, endOfSupport } of Object.values(apiVersionTable)) {
      expect(URL.canParse(source)).toBe(true)
      if (endOfSupport) expect(new Date(endOfSupport).toISOString().slice(0, 10)).toBe(endOfSupport)
    }
  })
})
