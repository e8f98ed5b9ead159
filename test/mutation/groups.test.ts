import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { glob, groups, root } from './groups.ts'

it('changes every policy, and finds tests for each file that it changes', () => {
  const targets = new Set(groups.flatMap((group) => group.targets))
  expect(glob('server/features/**/policy.ts').filter((file) => !targets.has(file))).toEqual([])
  expect(groups.filter(({ tests }) => tests.length === 0)).toEqual([])
  expect(groups.flatMap(({ tests }) => tests).filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

it('includes the tests of operations in other features that use a policy', () => {
  const { tests } = groups.find((group) => group.targets.includes('server/features/accounts/accounts/policy.ts'))!
  expect(tests).toContain('server/features/services/incidents/listAccountIncidents.test.ts')
})

it('fails if a pattern matches no file', () => {
  expect(() => glob('server/features/{renamed,removed}/*.test.ts')).toThrow(/matches/)
})

it('names only files that exist in the reasons why a changed rule can survive', () => {
  const reasons = JSON.parse(readFileSync(path.join(root, 'test/mutation/survivors.json'), 'utf8')) as Record<string, string>
  const files = [...new Set(Object.keys(reasons).map((key) => key.split(' ')[0]!))]
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
