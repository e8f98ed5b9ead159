import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  crossFolderImports,
  featureCycles,
  featureOf,
  fileCycles,
  folderOf,
  type Import,
  imports,
  isTest,
  productImports,
  sourceFiles,
  structurePage,
} from '../scripts/structure.ts'
import { operations } from '../server/operations.ts'

const isUnder = (file: string, ...folders: string[]) => folders.some((location) => file.startsWith(location))
const formatImport = ({ file, to }: Pick<Import, 'file' | 'to'>) => `${file} → ${to}`
const operationFiles = new Set(operations.map(({ id }) => `${id}.ts`))
const isFeature = (file: string) => isUnder(file, 'server/features/')

describe('the module structure', () => {
  it('is read from the imports of all files', () => {
    expect(sourceFiles.length).toBeGreaterThan(300)
    expect(imports.length).toBeGreaterThan(1_000)
    expect(crossFolderImports().length).toBeGreaterThan(1_000)
    expect(formatImport(productImports.find(({ file }) => file === 'server/operations.ts')!)).toContain('server/features/')
  })

  it('has imports only from domains down to foundations', () => {
    expect(crossFolderImports().flatMap((arrow) => (arrow.upwardImports ? formatImport(arrow) : []))).toEqual([])
  })

  it('includes every folder of server and web', () => {
    // These folders hold start settings and files that the browser loads unchanged.
    const otherFolders = ['server/config/', 'web/public/']
    const unplacedFiles = sourceFiles.filter(
      ({ file }) => /^(server|web)\/[^/]+\//.test(file) && folderOf(file) === undefined && !isUnder(file, ...otherFolders),
    )
    expect(unplacedFiles.map(({ file }) => file)).toEqual([])
  })

  it('has no cycle of features or files', () => {
    expect(featureCycles()).toEqual([])
    expect(fileCycles()).toEqual([])
  })

  it('matches docs/structure.md', () => {
    expect(readFileSync(new URL('../docs/structure.md', import.meta.url), 'utf8')).toBe(structurePage())
  })

  it('has no feature that imports another’s operations', () => {
    const invalidImports = productImports.filter(
      ({ file, to }) =>
        isFeature(file) &&
        isFeature(to) &&
        featureOf(file) !== featureOf(to) &&
        (operationFiles.has(path.basename(to)) || to.endsWith('/operations.ts')),
    )
    expect(invalidImports.map(formatImport)).toEqual([])
  })

  it('has no operation that calls another', () => {
    const invalidImports = productImports.filter(
      ({ file, to }) => operationFiles.has(path.basename(file)) && isFeature(to) && operationFiles.has(path.basename(to)),
    )
    expect(invalidImports.map(formatImport)).toEqual([])
  })

  it('has only type imports of server code in browser and client', () => {
    expect(
      productImports
        .filter(({ file, to, typeOnly }) => isUnder(file, 'web/', 'client/') && isUnder(to, 'server/') && !typeOnly)
        .map(formatImport),
    ).toEqual([])
    expect(productImports.filter(({ file, to }) => isUnder(file, 'web/') && isUnder(to, 'server/')).map(formatImport)).toEqual([])
  })

  it('has no product code that imports the simulator, the sample or tests', () => {
    expect(
      productImports
        .filter(
          ({ file, to }) =>
            isUnder(file, 'server/', 'client/', 'web/') && isUnder(to, 'simulator/', 'sample/', 'test/', 'scripts/', 'bench/'),
        )
        .map(formatImport),
    ).toEqual([])
  })
})

describe('the source code', () => {
  const findFilesWith = (pattern: RegExp, allowed: (file: string) => boolean) =>
    sourceFiles.filter(({ file, text }) => !allowed(file) && pattern.test(text)).map(({ file }) => file)

  it('reads process.env only in the configuration and in start code', () => {
    // main.ts and the command pass process.env to readConfig; the launcher passes PATH to PostgreSQL’s programs; Vite’s configuration is a script.
    const allowed = [
      'server/config.ts',
      'cli/slipway.ts',
      'server/main.ts',
      'server/db/launcherCluster.ts',
      'server/db/launcherServer.ts',
      'simulator/main.ts',
      'web/vite.config.ts',
    ]
    expect(
      findFilesWith(/process\.env\b/, (file) => allowed.includes(file) || isUnder(file, 'scripts/', 'bench/') || isTest(file)),
    ).toEqual([])
  })

  it('calls fetch only in the clients', () => {
    // Sign-out, the API description and the page itself aren’t operations, so the client doesn’t have them.
    const pattern = /(?<![\w.$])fetch\((?!'\/(auth\/logout|openapi\.json|app\/)')/
    // Both pass the first call, which starts before the client has loaded, to the client.
    const firstCall = ['web/public/start.js', 'web/api/client.ts']
    expect(
      findFilesWith(pattern, (file) => firstCall.includes(file) || isUnder(file, 'server/clients/', 'client/', 'scripts/') || isTest(file)),
    ).toEqual([])
  })

  it('builds SQL only with Kysely’s sql tag, never by joining strings', () => {
    expect(findFilesWith(/sql\.(raw|lit)\(/, (file) => !isUnder(file, 'server/') || isTest(file))).toEqual(['server/db/invariants.ts'])
  })
})

describe('the names in the source code', () => {
  it('has no default exports except where a tool requires them', () => {
    expect(sourceFiles.filter(({ text }) => /^export default\b|\bas default\s*[,}]/m.test(text)).map(({ file }) => file)).toEqual([
      'web/vite.config.ts',
    ])
  })

  it('has no file named index, helpers, utils, manager, base or common', () => {
    expect(
      sourceFiles.map(({ file }) => file).filter((file) => /(^|\/)(index|helpers?|utils|managers?|base|common)\.(ts|tsx)$/i.test(file)),
    ).toEqual([])
  })
})

describe('the types in the source code', () => {
  it('contains `any` only with a reason on the line before', () => {
    const invalidLines = sourceFiles.flatMap(({ file, text }) => {
      const lines = text.split('\n')
      return lines.flatMap((line, index) =>
        /(:|\bas|<|,)\s*any\b(?!\w)/.test(line.replace(/^\s*\/?\*.*|\/\/.*|'[^']*'|"[^"]*"|`[^`]*`/g, '')) &&
        !/biome-ignore lint\/suspicious\/noExplicitAny: \w/.test(lines[index - 1] ?? '')
          ? [`${file}:${index + 1}`]
          : [],
      )
    })
    expect(invalidLines).toEqual([])
  })

  it('doesn’t silence type errors', () => {
    const suppressionPattern = new RegExp(['@ts-', '(ignore|nocheck|expect-error)'].join(''))
    expect(sourceFiles.filter(({ text }) => suppressionPattern.test(text)).map(({ file }) => file)).toEqual([])
  })
})
