import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const roots = ['server', 'client', 'cli', 'web', 'simulator', 'sample', 'scripts', 'test', 'bench']

/** The highest domain comes first: imports run down this list and never up, in the server and in the browser. */
const domains = {
  platform: 'The operation of Slipway: audit, runs, cockpit, settings, sessions, API keys, notification channels, feedback.',
  approvals: 'The inbox, policies and their replays, delegations, substitutes, calendars.',
  sandboxes: 'Sandboxes with their requests, templates, leases, access, provisioning and spend.',
  access: 'Access groups, assignments, requests, reviews, drift, privileged roles, emergency access.',
  services: 'Deployments, pipelines, edge rollouts, incidents, alerts, secrets, lookups.',
  accounts: 'Accounts with their requests, updates, owners, groups, health and decommission; towers, families, catalogue, views.',
}
const foundations = {
  server: {
    approvals: 'The engine: policies, stages, seats, votes.',
    runs: 'Reading, presenting and resuming workflow runs.',
    settings: 'Settings that administrators change while Slipway runs.',
    notifications: 'Notifications, and their delivery by email, chat and webhook.',
    people: 'People and groups, copied from the directory.',
    backup: 'Backups of the whole database, and the records of restores.',
    http: 'Operations, lists, filters, validation, idempotency, OpenAPI.',
    auth: 'Authentication, and what each role can call.',
    workflows: 'Queues, workflows, change events.',
    audit: 'Audit events, the hash chain, checkpoints and verification.',
    subjects: 'The kinds of subjects: page, name, scope, and who can see their activity.',
    clients: 'One folder for each external system. All of them use one pipeline.',
    db: 'PostgreSQL: pool, migrations, functions and triggers, invariants, row types.',
    telemetry: 'Probes, metrics, traces, and failures in the log.',
  },
  web: {
    shell: 'The frame around every page.',
    shared: 'Components that several domains use.',
    ui: 'The component kit, without any knowledge of Slipway.',
    api: 'The typed client and its queries.',
  },
}
const topFolders = { routes: 'Routes, and pages that show several domains.', gallery: 'The component kit on a page, for tests.' }
export type Side = keyof typeof foundations
export const sides = Object.keys(foundations) as Side[]

/**
 * Returns the areas of the server or the browser, the highest first. In the browser, the routes combine pages of several domains, and the
 * gallery shows the kit to tests.
 */
export function foldersOf(side: Side): string[] {
  return [
    ...(side === 'web' ? Object.keys(topFolders) : []),
    ...Object.keys(domains).map((domain) => `features/${domain}`),
    ...Object.keys(foundations[side]),
  ]
}

export interface SourceFile {
  file: string
  text: string
}
export const sourceFiles: readonly SourceFile[] = globSync(`{${roots.join(',')}}/**/*.{ts,tsx,js}`, {
  cwd: root,
  exclude: ['**/node_modules/**', 'web/dist/**'],
})
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(path.join(root, file), 'utf8') }))
  .sort((left, right) => left.file.localeCompare(right.file))

export interface Import {
  file: string
  to: string
  typeOnly: boolean
}
const importPattern =
  /^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)|^import\s+['"](\.[^'"]+)['"]/gm

/** Includes type imports. */
export const imports: readonly Import[] = sourceFiles.flatMap(({ file, text }) =>
  [...text.matchAll(importPattern)].map(([, type, from, dynamic, specifier]) => ({
    file,
    to: path.posix.join(path.posix.dirname(file), (from ?? dynamic ?? specifier)!),
    typeOnly: type !== undefined,
  })),
)

export const isTest = (file: string): boolean =>
  /\.(test|fixture)\.tsx?$/.test(file) || file.startsWith('test/') || /\/test[A-Z]\w*\.ts$/.test(file)

const fixtures = new Set(imports.map(({ to }) => to))
for (const { file, to } of imports) if (!isTest(file)) fixtures.delete(to)
export const productImports = imports.filter(({ file }) => !isTest(file) && !fixtures.has(file))

/** Returns undefined for files that combine the areas, such as `server/main.ts`. */
export function folderOf(file: string): { side: Side; room: string } | undefined {
  for (const side of sides) {
    const room = foldersOf(side).find((each) => file.startsWith(`${side}/${each}/`))
    if (room) return { side, room }
  }
  return undefined
}

export function featureOf(file: string): string | undefined {
  const feature = /^(server|web)\/features\/([^/]+\/[^/]+)\//.exec(file)
  if (feature) return `${feature[1]}: ${feature[2]}`
  const room = folderOf(file)
  return room && `${room.side}: ${room.room}`
}

export function crossFolderImports(): (Import & { side: Side; from: string; into: string; upwardImports: boolean })[] {
  return productImports.flatMap((each) => {
    const [from, into] = [folderOf(each.file), folderOf(each.to)]
    if (!from || !into || from.side !== into.side || from.room === into.room) return []
    const folders = foldersOf(from.side)
    return [
      {
        ...each,
        side: from.side,
        from: from.room,
        into: into.room,
        upwardImports: folders.indexOf(from.room) > folders.indexOf(into.room),
      },
    ]
  })
}

export function cyclesOf(edges: Iterable<readonly [from: string, to: string]>): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of edges) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  const visitedNodes = new Map<string, { index: number; low: number; open: boolean }>()
  const stack: string[] = []
  const cycles: string[][] = []
  // Tarjan's algorithm: a node whose lowest reachable node is itself completes a group.
  const visitNode = (node: string) => {
    const state = { index: visitedNodes.size, low: visitedNodes.size, open: true }
    visitedNodes.set(node, state)
    stack.push(node)
    for (const to of next.get(node) ?? []) {
      const cached = visitedNodes.get(to) ?? visitNode(to)
      if (cached.open) state.low = Math.min(state.low, cached.low)
    }
    if (state.low === state.index) {
      const group = stack.splice(stack.indexOf(node))
      for (const member of group) visitedNodes.get(member)!.open = false
      if (group.length > 1) cycles.push(group.sort())
    }
    return state
  }
  for (const node of next.keys()) if (!visitedNodes.has(node)) visitNode(node)
  return cycles
}

/** Includes tests. */
export const fileCycles = (): string[][] => cyclesOf(imports.map(({ file, to }) => [file, to] as const))

export const featureCycles = (): string[][] =>
  cyclesOf(
    productImports.flatMap(({ file, to }) => {
      const [from, into] = [featureOf(file), featureOf(to)]
      return from && into ? [[from, into] as const] : []
    }),
  )

const formatTitle = (room: string) => room.replace('features/', '')
const nodeOf = (room: string) => room.replace(/\W/g, '_')

function diagram(side: Side): string {
  const folders = foldersOf(side)
  const domainFolders = folders.filter((room) => room.startsWith('features/') || Object.hasOwn(topFolders, room))
  const foundationFolders = folders.filter((room) => !domainFolders.includes(room))
  const pairs = new Set(crossFolderImports().flatMap(({ side: of, from, into }) => (of === side ? `${from} ${into}` : [])))
  const group = (name: string, subset: readonly string[]) => [
    `  subgraph ${name}`,
    ...subset.map((room) => `    ${nodeOf(room)}[${formatTitle(room)}]`),
    '  end',
  ]
  // Every domain uses most foundations, so arrows to the foundations would hide the others.
  const arrows = [domainFolders, foundationFolders].flatMap((subset) =>
    subset.flatMap((from) => subset.filter((into) => pairs.has(`${from} ${into}`)).map((into) => `  ${nodeOf(from)} --> ${nodeOf(into)}`)),
  )
  return [
    '```mermaid',
    'flowchart TD',
    ...group('domains', domainFolders),
    ...group('foundations', foundationFolders),
    '  domains --> foundations',
    ...arrows,
    '```',
  ].join('\n')
}

function tableOf(side: Side): string {
  const about: Record<string, string> = {
    ...topFolders,
    ...Object.fromEntries(Object.entries(domains).map(([domain, text]) => [`features/${domain}`, text])),
    ...foundations[side],
  }
  return ['| Folder | Contents |', '|---|---|', ...foldersOf(side).map((room) => `| \`${side}/${room}\` | ${about[room]} |`)].join('\n')
}

export function structurePage(): string {
  return `# Structure

Imports run down the list of folders, from domains to foundations, without cycles. This includes imports of types. \`test/structure.test.ts\`
checks the imports. Files directly in \`server/\`, such as \`main.ts\`, \`operations.ts\`, \`subjects.ts\` and \`schedules.ts\`, connect the folders and
can import all of them. Every folder can use \`config.ts\` and \`errors.ts\`.

\`node scripts/structure.ts\` writes this page and prints the size of each folder.

${sides.map((side) => `## ${side === 'server' ? 'Server' : 'Browser'}\n\n${tableOf(side)}\n\n${diagram(side)}`).join('\n\n')}
`
}

const linesOf = ({ text }: SourceFile) => text.split('\n').length - 1

function sizes() {
  const product = sourceFiles.filter(({ file }) => !isTest(file))
  return sides.flatMap((side) =>
    foldersOf(side).map((room) => {
      const filesInRoom = product.filter(({ file }) => file.startsWith(`${side}/${room}/`))
      const lines = filesInRoom.reduce((total, each) => total + linesOf(each), 0)
      return {
        room: `${side}/${room}`,
        files: filesInRoom.length,
        lines,
        'over 200 lines': filesInRoom.filter((each) => linesOf(each) > 200).length,
      }
    }),
  )
}

if (import.meta.main) {
  writeFileSync(path.join(root, 'docs/structure.md'), structurePage())
  const upwardImports = crossFolderImports().filter((dependency) => dependency.upwardImports)
  console.table(sizes())
  console.log(`${upwardImports.length} imports run up; ${featureCycles().length} feature cycles, ${fileCycles().length} file cycles`)
}
