import { expect, it } from 'vitest'
import { toOptions } from '../../../../web/shared/labels.ts'
import { regionChoices, regionName } from './regionNames.ts'

it('uses the same names for regions in the server’s texts and on screens', () => {
  for (const { value, label } of toOptions('region')) expect(regionName(value)).toBe(label)
  expect(regionName('marsnorth')).toBe('marsnorth')
  expect(regionChoices(['ukwest', 'marsnorth', 'uksouth'])).toBe('marsnorth, UK South (uksouth), UK West (ukwest)')
})
