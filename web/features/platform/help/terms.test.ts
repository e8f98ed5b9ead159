import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { terms } from './terms.ts'

const page = readFileSync(new URL('../../../../docs/glossary.md', import.meta.url), 'utf8')
const rows = new Map(
  page.split('\n').map((line) => line.split(' | ').map((cell) => cell.replace(/^\| /, '').replaceAll("'", '’')) as [string, string]),
)

it.each(Object.entries<string>(terms))('explains “%s” as the glossary does', (term, meaning) => {
  expect(rows.get(term)).toBe(meaning)
})
