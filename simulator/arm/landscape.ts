import type { SimResource, SimResourceGroup } from './resource.ts'

/** Changes by callers are stored separately from this initial state. */
export interface Landscape {
  groups: SimResourceGroup[]
  resources: SimResource[]
}
