import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { requirements } from '../server/clients/requirements/requirements.ts'
import { permissionsPage } from './permissions.ts'

it('matches the committed permissions page', () => {
  expect(readFileSync(new URL('../docs/permissions.md', import.meta.url), 'utf8')).toBe(permissionsPage())
})

it('lists each permission once', () => {
  const names = requirements.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
