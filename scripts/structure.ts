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
    notifications: 'Notifications, and their delivery by mail, chat and webhook.',
    people: 'People and groups, copied from the directory.',
    http: 'Operations, lists, filters, validation, idempotency, OpenAPI.',
    auth: 'Authentication, and what each role can call.',
    workflows: 'Queues, workflows, announcements of changes.',
    audit: 'Audit events, the hash chain, checkpoints and verification.',
    subjects: 'The kinds of subjects: page, name, scope, and who can see the activity.',
    clients: 'One folder for each outside system, over one pipeline.',
    db: 'PostgreSQL: pool, migrations, functions and triggers, invariants, row types.',
    telemetry: 'Metrics and traces.',
  },
  web: {
    shell: 'The frame around every page.',
    shared: 'Components that several domains use.',
    ui: 'The component kit, without any knowledge of Slipway.',
    api: 'The typed client and its queries.',
  },
}
const tops = { routes: 'Routes, and pages that show several domains.', gallery: 'The component kit on a page, for tests.' }
export type Side = keyof typeof foundations
export const sides = Object.keys(foundations) as Side[]

/**
 * Returns the rooms of a side, the highest first. In the browser, the routes combine pages of several domains, and the gallery shows the
 * kit to tests.
 */
export function roomsOf(side: Side): string[] {
  return [
    ...(side === 'web' ? Object.keys(tops) : []),
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
  .sort((one, other) => one.file.localeCompare(other.file))

export interface Import {
  file: string
  to: string
  typeOnly: boolean
}
const importPattern =
  /^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)|^import\s+['"](\.[^'"]+)['"]/gm

/** Includes type imports. */
export const imports: readonly Import[] = sourceFiles.flatMap(({ file, text }) =>
  [...text.matchAll(importPattern)].map(([, type, from, dynamic, bare]) => ({
    file,
    to: path.posix.join(path.posix.dirname(file), (from ?? dynamic ?? bare)!),
    typeOnly: type !== undefined,
  })),
)

export const isTest = (file: string): boolean =>
  /\.(test|fixture)\.tsx?$/.test(file) || file.startsWith('test/') || /\/test[A-Z]\w*\.ts$/.test(file)

const fixtures = new Set(imports.map(({ to }) => to))
for (const { file, to } of imports) if (!isTest(file)) fixtures.delete(to)
export const productImports = imports.filter(({ file }) => !isTest(file) && !fixtures.has(file))

/** Returns undefined for files that combine the rooms, such as `server/main.ts`. */
export function roomOf(file: string): { side: Side; room: string } | undefined {
  for (const side of sides) {
    const room = roomsOf(side).find((each) => file.startsWith(`${side}/${each}/`))
    if (room) return { side, room }
  }
  return undefined
}

export function featureOf(file: string): string | undefined {
  const feature = /^(server|web)\/features\/([^/]+\/[^/]+)\//.exec(file)
  if (feature) return `${feature[1]}: ${feature[2]}`
  const room = roomOf(file)
  return room && `${room.side}: ${room.room}`
}

export function arrows(): (Import & { side: Side; from: string; into: string; isUp: boolean })[] {
  return productImports.flatMap((each) => {
    const [from, into] = [roomOf(each.file), roomOf(each.to)]
    if (!from || !into || from.side !== into.side || from.room === into.room) return []
    const rooms = roomsOf(from.side)
    return [{ ...each, side: from.side, from: from.room, into: into.room, isUp: rooms.indexOf(from.room) > rooms.indexOf(into.room) }]
  })
}

export function cyclesOf(edges: Iterable<readonly [from: string, to: string]>): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of edges) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  const seen = new Map<string, { index: number; low: number; open: boolean }>()
  const stack: string[] = []
  const cycles: string[][] = []
  // Tarjan's algorithm: a node whose lowest reachable node is itself completes a group.
  const visit = (node: string) => {
    const state = { index: seen.size, low: seen.size, open: true }
    seen.set(node, state)
    stack.push(node)
    for (const to of next.get(node) ?? []) {
      const known = seen.get(to) ?? visit(to)
      if (known.open) state.low = Math.min(state.low, known.low)
    }
    if (state.low === state.index) {
      const group = stack.splice(stack.indexOf(node))
      for (const member of group) seen.get(member)!.open = false
      if (group.length > 1) cycles.push(group.sort())
    }
    return state
  }
  for (const node of next.keys()) if (!seen.has(node)) visit(node)
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

const titled = (room: string) => room.replace('features/', '')
const nodeOf = (room: string) => room.replace(/\W/g, '_')

function picture(side: Side): string {
  const rooms = roomsOf(side)
  const upper = rooms.filter((room) => room.startsWith('features/') || Object.hasOwn(tops, room))
  const lower = rooms.filter((room) => !upper.includes(room))
  const pairs = new Set(arrows().flatMap(({ side: of, from, into }) => (of === side ? `${from} ${into}` : [])))
  const group = (name: string, some: readonly string[]) => [
    `  subgraph ${name}`,
    ...some.map((room) => `    ${nodeOf(room)}[${titled(room)}]`),
    '  end',
  ]
  // Every domain uses most foundations, so those arrows would hide the others.
  const drawn = [upper, lower].flatMap((some) =>
    some.flatMap((from) => some.filter((into) => pairs.has(`${from} ${into}`)).map((into) => `  ${nodeOf(from)} --> ${nodeOf(into)}`)),
  )
  return [
    '```mermaid',
    'flowchart TD',
    ...group('domains', upper),
    ...group('foundations', lower),
    '  domains --> foundations',
    ...drawn,
    '```',
  ].join('\n')
}

function tableOf(side: Side): string {
  const about: Record<string, string> = {
    ...tops,
    ...Object.fromEntries(Object.entries(domains).map(([domain, text]) => [`features/${domain}`, text])),
    ...foundations[side],
  }
  return ['| Folder | Contents |', '|---|---|', ...roomsOf(side).map((room) => `| \`${side}/${room}\` | ${about[room]} |`)].join('\n')
}

/** `docs/structure.md`: the folders, and which imports which. */
export function structurePage(): string {
  return `# Structure

Imports run down the list of folders, from domains to foundations, without cycles, imports of types included. \`test/structure.test.ts\` checks
it. Files directly in \`server/\` connect the folders and can import all of them, such as \`main.ts\`, \`operations.ts\`, \`subjects.ts\` and
\`schedules.ts\`; every folder can use \`config.ts\` and \`errors.ts\`.

\`node scripts/structure.ts\` writes this page and prints the size of each folder.

${sides.map((side) => `## ${side === 'server' ? 'Server' : 'Browser'}\n\n${tableOf(side)}\n\n${picture(side)}`).join('\n\n')}
`
}

const linesOf = ({ text }: SourceFile) => text.split('\n').length - 1

function sizes() {
  const product = sourceFiles.filter(({ file }) => !isTest(file))
  return sides.flatMap((side) =>
    roomsOf(side).map((room) => {
      const some = product.filter(({ file }) => file.startsWith(`${side}/${room}/`))
      const lines = some.reduce((total, each) => total + linesOf(each), 0)
      return { room: `${side}/${room}`, files: some.length, lines, 'over 200 lines': some.filter((each) => linesOf(each) > 200).length }
    }),
  )
}

if (import.meta.main) {
  writeFileSync(path.join(root, 'docs/structure.md'), structurePage())
  const isUp = arrows().filter((arrow) => arrow.isUp)
  console.table(sizes())
  console.log(`${isUp.length} imports run up; ${featureCycles().length} feature cycles, ${fileCycles().length} file cycles`)
}
