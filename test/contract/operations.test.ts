import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { specification } from './operations.ts'

it('lists the 160 calls of the specification', () => {
  const operations = Object.values(specification).flatMap((group) => Object.keys(group))
  expect(new Set(operations).size).toBe(160)
})

it('tells a story for each group', () => {
  expect(readdirSync(import.meta.dirname)).toEqual(expect.arrayContaining(Object.keys(specification).map((group) => `${group}.test.ts`)))
})

it('knows nothing of the server, its client and its description', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file !== 'operations.test.ts')
  const texts = files.map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  expect(texts.filter((text) => /from '[./]*\/(server|client)\/|openapi\.json/.test(text))).toEqual([])
})
