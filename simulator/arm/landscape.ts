import type { SimResource, SimResourceGroup } from './resource.ts'

/** Everything that stands in one subscription before anybody changed it. */
export interface Landscape {
  groups: SimResourceGroup[]
  resources: SimResource[]
}
