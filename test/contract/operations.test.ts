import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { specification } from './operations.ts'
import { stories } from './stories.ts'

it('lists the 160 calls of the specification', () => {
  const operations = Object.values(specification).flatMap((group) => Object.keys(group))
  expect(new Set(operations).size).toBe(160)
})

it('has a story for each group of operations', () => {
  expect(stories.map(({ group }) => group)).toEqual(Object.keys(specification))
})

it('doesn’t import code of the server or its client, or an OpenAPI document', () => {
  const files = globSync(['{client,contract,operations}.ts', 'stories/*.ts'], { cwd: import.meta.dirname })
  const texts = files.map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter((text) => /from '[./]*\/(server|client)\/|openapi\.json/.test(text))).toEqual([])
})
