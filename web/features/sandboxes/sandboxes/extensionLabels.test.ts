import { expect, it } from 'vitest'
import { describeExtension, describeExtensionsLeft } from './extensionLabels.ts'
import { describeSpan } from './labels.ts'

it('names both the hours and the budget that an extension added', () => {
  expect(describeExtension(48, '£20')).toMatch(new RegExp(`${describeSpan(48)}.*£20`))
  expect(describeExtension(48, undefined)).toContain(describeSpan(48))
  expect(describeExtension(0, '£20')).toContain('£20')
})

it('says that more budget alone counts as an extension', () => {
  expect(describeExtensionsLeft(0, true)).not.toBe(describeExtensionsLeft(0, false))
  expect(describeExtensionsLeft(2, true)).toMatch(/^2 /)
})
