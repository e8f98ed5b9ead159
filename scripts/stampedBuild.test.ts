import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildUnlessCurrent } from './stampedBuild.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'slipway-build-'))
afterAll(() => rmSync(root, { recursive: true }))

it('builds once when several callers need the same build at the same time, and again after a change', async () => {
  const write = (name: string, text: string) => writeFileSync(path.join(root, name), text)
  write('package-lock.json', '{}')
  write('source.txt', 'one')
  write(
    'build.mjs',
    `import { appendFileSync, mkdirSync } from 'node:fs'
    await new Promise((resolve) => setTimeout(resolve, 300))
    mkdirSync('dist', { recursive: true })
    appendFileSync('builds.txt', 'built\\n')`,
  )
  const build = () => buildUnlessCurrent(root, { name: 'sample', folder: 'dist', sources: ['source.txt'], args: ['build.mjs'] })
  const builds = () => readFileSync(path.join(root, 'builds.txt'), 'utf8').trim().split('\n').length

  expect((await Promise.all([build(), build(), build()])).filter(Boolean)).toHaveLength(1)
  expect(builds()).toBe(1)
  write('source.txt', 'two')
  expect([await build(), await build()]).toEqual([true, false])
  expect(builds()).toBe(2)
})
