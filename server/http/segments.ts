import type { Config } from '../config.ts'
import type { Operation } from './operation.ts'

type Segments = Pick<Config, 'segments'>

/** What people set these names by. */
const settings = { incidentService: 'SLIPWAY_INCIDENT_SERVICE', deploymentTool: 'SLIPWAY_DEPLOYMENT_TOOL' } as const

/** The route of a path of the contract: `{id}` any segment, `{incidentService}` and `{deploymentTool}` the configured name only. */
export function routePath(path: string, { segments }: Segments): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name in segments ? `:${name}(^${segments[name as keyof typeof segments]}$)` : `:${name}`,
  )
}

/** @throws when a configured name would stand where another path begins: at the start, with the setting to change. */
export function refuseTakenSegments({ segments }: Segments, operations: Operation[]): void {
  const taken = new Set(['auth', 'app', 'events', 'reference', ...operations.map(({ path }) => path.split('/')[1] ?? '')])
  for (const [name, segment] of Object.entries(segments))
    if (taken.has(segment))
      throw new Error(
        `${settings[name as keyof typeof settings]} is ${segment}, which is the beginning of other paths. Choose another name.`,
      )
}
