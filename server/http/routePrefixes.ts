import type { Config } from '../config.ts'
import type { Operation } from './operation.ts'

type Segments = Pick<Config, 'segments'>

const settings = { incidentService: 'SLIPWAY_INCIDENT_SERVICE', deploymentTool: 'SLIPWAY_DEPLOYMENT_TOOL' } as const

/** Returns the route of a path. `{id}` matches any segment; `{incidentService}` and `{deploymentTool}` match only the configured name. */
export function routePath(path: string, { segments: routePrefixes }: Segments): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name in routePrefixes ? `:${name}(^${routePrefixes[name as keyof typeof routePrefixes]}$)` : `:${name}`,
  )
}

/** @throws at startup if a configured name is also the first segment of another path; the message says which setting to change */
export function requireUnusedPrefixes({ segments: routePrefixes }: Segments, operations: Operation[]): void {
  const usedPrefixes = new Set(['auth', 'app', 'events', 'reference', ...operations.map(({ path }) => path.split('/')[1] ?? '')])
  for (const [name, segment] of Object.entries(routePrefixes))
    if (usedPrefixes.has(segment))
      throw new Error(
        `${settings[name as keyof typeof settings]} is ${segment}, but other API paths already start with this name. Choose another name.`,
      )
}
