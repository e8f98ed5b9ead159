import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { compressAssets } from './compressAssets.ts'

const dist = mkdtempSync(path.join(tmpdir(), 'slipway-assets-'))
afterAll(() => rmSync(dist, { recursive: true }))

it('writes a compressed copy of each script and style sheet if that saves space', async () => {
  const script = 'export const slipway = 1\n'.repeat(500)
  const file = (name: string) => path.join(dist, name)
  writeFileSync(file('large.js'), script)
  writeFileSync(file('small.css'), 'a{}')
  writeFileSync(file('font.woff2'), Buffer.alloc(5_000))
  await compressAssets(dist)
  expect(brotliDecompressSync(readFileSync(file('large.js.br'))).toString()).toBe(script)
  expect(gunzipSync(readFileSync(file('large.js.gz'))).toString()).toBe(script)
  expect(['small.css.br', 'small.css.gz', 'font.woff2.br'].filter((name) => existsSync(file(name)))).toEqual([])
})
