import { expect, it } from 'vitest'
import { choicesOf } from '../../../../web/shared/labels.ts'
import { regionChoices, regionName } from './regionNames.ts'

it('names regions the same in the server’s sentences and on screens', () => {
  for (const { value, label } of choicesOf('region')) expect(regionName(value)).toBe(label)
  expect(regionName('marsnorth')).toBe('marsnorth')
  expect(regionChoices(['ukwest', 'marsnorth', 'uksouth'])).toBe('marsnorth, UK South (uksouth), UK West (ukwest)')
})
