import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import fastify from '../node_modules/fastify/package.json' with { type: 'json' }
import { licensesFile } from '../web/chunks.ts'
import { createSbom, readBundledPackages, readStylePackages } from './sbom.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

it('lists each package of both builds once, with the hash of the lock file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-sbom-'))
  const packages = [{ name: 'fastify', version: fastify.version, identifier: 'MIT', text: 'License' }]
  const builds = ['server', 'web'].map((name) => path.join(folder, name))
  for (const build of builds) {
    mkdirSync(path.dirname(path.join(build, licensesFile)), { recursive: true })
    writeFileSync(path.join(build, licensesFile), JSON.stringify(packages))
  }
  expect(createSbom(root, readBundledPackages(builds))).toMatchObject({
    bomFormat: 'CycloneDX',
    components: [
      {
        name: 'fastify',
        purl: `pkg:npm/fastify@${fastify.version}`,
        licenses: [{ expression: 'MIT' }],
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      },
    ],
  })
  rmSync(folder, { recursive: true })
})

it('lists the packages of the styles, with their licenses', () => {
  const packages = readStylePackages(root)
  expect(packages.map(({ name }) => name).sort()).toEqual([
    '@fontsource-variable/inter',
    '@fontsource-variable/jetbrains-mono',
    'tailwindcss',
  ])
  expect(packages).toContainEqual(
    expect.objectContaining({
      name: '@fontsource-variable/inter',
      identifier: 'OFL-1.1',
      text: expect.stringContaining('SIL OPEN FONT LICENSE'),
    }),
  )
})

it('refuses a package that the lock file does not have', () => {
  expect(() => createSbom(root, [{ name: 'fastify', version: '0.0.1' }])).toThrow('fastify 0.0.1')
})
