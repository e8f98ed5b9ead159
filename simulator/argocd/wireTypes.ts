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

/** A sync that was begun: how it stands follows from the clock. */
export interface Sync {
  id: string
  startedAt: string
  /** When it ends, and when what it has brought is up; null: never. */
  endsAt: string | null
  healthyAt: string | null
  revision: string
  prune: boolean
  infos: Info[]
  username: string
  source: Source
  /** How it ends; undefined: well. */
  failure?: string
  degraded?: string
}

export interface StoredApplication {
  name: string
  uid: string
  createdAt: string
  spec: ApplicationSpec
  /** The latest last. */
  syncs: Sync[]
  /** Found in the sample, when nothing was synced by anybody since. */
  drifted?: boolean
  /** Set while it is being removed; `goneAt` null: its finalizer never ends. */
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
  /** Whether Argo CD has something to sign in with. */
  credentials: boolean
  failure?: string
}
