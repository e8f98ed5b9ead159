import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { groupIds, groups, kindIds, kindOf, kinds } from './kinds.ts'

it('documents every kind in its group in docs/notifications.md', () => {
  const text = readFileSync(new URL('../../docs/notifications.md', import.meta.url), 'utf8')
  const documentedKinds = [...text.matchAll(/^\| `([\w.]+)` \| (.+?) \| ([^|]+?) \|$/gm)].map(([, id, label, group]) => [id, label, group])
  const expected = kindIds.map((id) => [id, kinds[id].label + (kindOf(id).urgent ? ', immediately' : ''), groups[kinds[id].group].label])
  expect(documentedKinds).toEqual(expected)
})

it('has at least one kind in every group', () => {
  for (const group of groupIds) expect(kindIds.some((id) => kinds[id].group === group)).toBe(true)
})
