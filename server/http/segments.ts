import type { Config } from '../config.ts'
import type { Operation } from './operation.ts'

type Segments = Pick<Config, 'segments'>

const settings = { incidentService: 'SLIPWAY_INCIDENT_SERVICE', deploymentTool: 'SLIPWAY_DEPLOYMENT_TOOL' } as const

/** Returns the route of a path: `{id}` matches any segment, `{incidentService}` and `{deploymentTool}` only the configured name. */
export function routePath(path: string, { segments }: Segments): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name in segments ? `:${name}(^${segments[name as keyof typeof segments]}$)` : `:${name}`,
  )
}

/** @throws at startup if a configured name is another path's first segment, with the setting to change */
export function refuseTakenSegments({ segments }: Segments, operations: Operation[]): void {
  const taken = new Set(['auth', 'app', 'events', 'reference', ...operations.map(({ path }) => path.split('/')[1] ?? '')])
  for (const [name, segment] of Object.entries(segments))
    if (taken.has(segment))
      throw new Error(`${settings[name as keyof typeof settings]} is ${segment}, which other paths start with. Choose another name.`)
}
