import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { operations } from '../server/operations.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folders = ['server', 'client', 'web', 'simulator', 'sample', 'scripts', 'test', 'bench']
const files = globSync(`{${folders.join(',')}}/**/*.{ts,tsx,js}`, { cwd: root, exclude: ['**/node_modules/**', 'web/dist/**'] })
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(path.join(root, file), 'utf8') }))
  .sort((one, other) => one.file.localeCompare(other.file))
const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file) || file.startsWith('test/') || /\/test[A-Z]\w*\.ts$/.test(file)

interface Import {
  file: string
  /** From the root of the repository; undefined for a package. */
  to: string
  typeOnly: boolean
}
const imports: Import[] = files.flatMap(({ file, text }) =>
  [
    ...text.matchAll(
      /^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)|^import\s+['"](\.[^'"]+)['"]/gm,
    ),
  ].map(([, type, from, dynamic, bare]) => ({
    file,
    to: path.posix.join(path.posix.dirname(file), (from ?? dynamic ?? bare)!),
    typeOnly: type !== undefined,
  })),
)
/** What tests share beside the code: files that nothing but tests imports. */
const fixtures = new Set(imports.map(({ to }) => to))
for (const { file, to } of imports) if (!isTest(file)) fixtures.delete(to)
const code = imports.filter(({ file }) => !isTest(file) && !fixtures.has(file))
const under = (file: string, ...places: string[]) => places.some((place) => file.startsWith(place))
const shown = ({ file, to }: Import) => `${file} → ${to}`
const operationFiles = new Set(operations.map(({ id }) => `${id}.ts`))
const featureOf = (file: string) => /^server\/features\/([^/]+)\//.exec(file)?.[1]

describe('arrows', () => {
  it('are seen at all', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(imports.length).toBeGreaterThan(1_000)
    expect(shown(code.find(({ file }) => file === 'server/operations.ts')!)).toContain('server/features/')
  })

  it('no feature reaches for another’s operations', () => {
    const wrong = code.filter(
      ({ file, to }) =>
        featureOf(file) &&
        featureOf(to) &&
        featureOf(file) !== featureOf(to) &&
        (operationFiles.has(path.basename(to)) || to.endsWith('/operations.ts')),
    )
    expect(wrong.map(shown)).toEqual([])
  })

  it('no operation calls another', () => {
    const wrong = code.filter(
      ({ file, to }) => operationFiles.has(path.basename(file)) && featureOf(to) && operationFiles.has(path.basename(to)),
    )
    expect(wrong.map(shown)).toEqual([])
  })

  it('what lies under the features knows none of them', () => {
    const wrong = code.filter(
      ({ file, to }) =>
        under(file, 'server/http/', 'server/auth/', 'server/clients/', 'server/workflows/', 'server/db/') && under(to, 'server/features/'),
    )
    expect(wrong.map(shown)).toEqual([])
    const approvals = code.filter(
      ({ file, to }) => under(file, 'server/approvals/') && under(to, 'server/features/') && !/\/(queries|schemas|notify)\.ts$/.test(to),
    )
    expect(approvals.map(shown)).toEqual([])
  })

  it('clients and database know nothing of the HTTP side', () => {
    expect(
      code.filter(({ file, to }) => under(file, 'server/clients/', 'server/db/') && under(to, 'server/http/', 'server/auth/')).map(shown),
    ).toEqual([])
  })

  it('browser and client know the server by its types alone', () => {
    expect(code.filter(({ file, to, typeOnly }) => under(file, 'web/', 'client/') && under(to, 'server/') && !typeOnly).map(shown)).toEqual(
      [],
    )
    expect(code.filter(({ file, to }) => under(file, 'web/') && under(to, 'server/')).map(shown)).toEqual([])
  })

  it('the product knows neither simulator nor sample nor tests', () => {
    expect(
      code
        .filter(
          ({ file, to }) => under(file, 'server/', 'client/', 'web/') && under(to, 'simulator/', 'sample/', 'test/', 'scripts/', 'bench/'),
        )
        .map(shown),
    ).toEqual([])
  })

  it('in circles, none', () => {
    const graph = new Map<string, string[]>()
    for (const { file, to, typeOnly } of code) if (!typeOnly) graph.set(file, [...(graph.get(file) ?? []), to])
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (file: string, trail: string[]) => {
      if (trail.includes(file)) return void circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
      if (done.has(file)) return
      for (const to of graph.get(file) ?? []) walk(to, [...trail, file])
      done.add(file)
    }
    for (const file of graph.keys()) if (file.startsWith('server/')) walk(file, [])
    expect(circles).toEqual([])
  })
})

describe('only where it belongs', () => {
  const having = (pattern: RegExp, allowed: (file: string) => boolean) =>
    files.filter(({ file, text }) => !allowed(file) && pattern.test(text)).map(({ file }) => file)

  it('the environment is read', () => {
    // main.ts hands it to readConfig; the launcher hands PATH to the programs of PostgreSQL; Vite's configuration is a script.
    const allowed = [
      'server/config.ts',
      'server/main.ts',
      'server/db/launcherCluster.ts',
      'server/db/launcherServer.ts',
      'simulator/main.ts',
      'web/vite.config.ts',
    ]
    expect(having(/process\.env\b/, (file) => allowed.includes(file) || under(file, 'scripts/', 'bench/') || isTest(file))).toEqual([])
  })

  it('fetch is called', () => {
    // Signing out, the API's description and the page itself are no operations, so the client knows none of them.
    const pattern = /(?<![\w.$])fetch\((?!'\/(auth\/logout|openapi\.json|app\/)')/
    expect(having(pattern, (file) => under(file, 'server/clients/', 'client/', 'scripts/') || isTest(file))).toEqual([])
  })

  it('SQL text is put together: by Kysely’s sql tag, never by joining strings', () => {
    // The invariants are whole statements in files of their own.
    expect(having(/sql\.(raw|lit)\(/, (file) => !under(file, 'server/') || isTest(file))).toEqual(['server/db/invariants.ts'])
  })
})

describe('names', () => {
  it('there are no default exports but those that tools ask for', () => {
    expect(files.filter(({ text }) => /^export default\b|\bas default\b/m.test(text)).map(({ file }) => file)).toEqual([
      'web/vite.config.ts',
    ])
  })

  it('no file is called index, helpers, utils, manager, base or common', () => {
    expect(
      files.map(({ file }) => file).filter((file) => /(^|\/)(index|helpers?|utils|managers?|base|common)\.(ts|tsx)$/i.test(file)),
    ).toEqual([])
  })
})

describe('types', () => {
  it('any appears only where a line before says why', () => {
    const wrong = files.flatMap(({ file, text }) => {
      const lines = text.split('\n')
      return lines.flatMap((line, index) =>
        /(:|\bas|<|,)\s*any\b(?!\w)/.test(line.replace(/^\s*\/?\*.*|\/\/.*|'[^']*'|"[^"]*"|`[^`]*`/g, '')) &&
        !/biome-ignore lint\/suspicious\/noExplicitAny: \w/.test(lines[index - 1] ?? '')
          ? [`${file}:${index + 1}`]
          : [],
      )
    })
    expect(wrong).toEqual([])
  })

  it('nothing is waved through', () => {
    const silenced = new RegExp(['@ts-', '(ignore|nocheck|expect-error)'].join(''))
    expect(files.filter(({ text }) => silenced.test(text)).map(({ file }) => file)).toEqual([])
  })
})
