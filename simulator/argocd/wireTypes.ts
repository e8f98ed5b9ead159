export interface Destination {
  server?: string
  name?: string
  namespace?: string
}

export interface Source {
  repoURL: string
  path?: string
  chart?: string
  targetRevision?: string
  helm?: { valueFiles?: string[]; parameters?: { name: string; value: string }[]; releaseName?: string }
}

export interface ApplicationSpec {
  project: string
  source?: Source
  destination: Destination
  syncPolicy?: object
}

export interface AppProject {
  metadata: { name: string; namespace: string; uid: string; creationTimestamp: string; labels: Record<string, string> }
  spec: { description: string; sourceRepos: string[]; destinations: Destination[] }
}

export interface Info {
  name: string
  value: string
}

export interface Sync {
  id: string
  startedAt: string
  /** Null means that it never ends. */
  endsAt: string | null
  healthyAt: string | null
  revision: string
  prune: boolean
  infos: Info[]
  username: string
  source: Source
  failure?: string
  degraded?: string
}

export interface StoredApplication {
  name: string
  uid: string
  createdAt: string
  spec: ApplicationSpec
  syncs: Sync[]
  /** The sample's application drifted and has not been synced since. */
  drifted?: boolean
  /** Set while the application is being deleted; a null `goneAt` means that its finalizer never ends. */
  deletedAt?: string
  goneAt?: string | null
}

export interface StoredRepository {
  repo: string
  project: string
  type: string
  name?: string
  enableOCI?: boolean
  username?: string
  credentials: boolean
  failure?: string
}
