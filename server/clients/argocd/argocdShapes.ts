import { type Static, Type } from 'typebox'

const Text = Type.Optional(Type.String())

export const Destination = Type.Object({ server: Text, name: Text, namespace: Text })
export const Source = Type.Object({
  repoURL: Type.String(),
  path: Text,
  chart: Text,
  targetRevision: Text,
  helm: Type.Optional(
    Type.Object({
      valueFiles: Type.Optional(Type.Array(Type.String())),
      parameters: Type.Optional(Type.Array(Type.Object({ name: Text, value: Text }))),
    }),
  ),
})

export const Project = Type.Object({
  metadata: Type.Object({ name: Type.String(), labels: Type.Optional(Type.Record(Type.String(), Type.String())) }),
  spec: Type.Object({
    sourceRepos: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
    destinations: Type.Optional(Type.Union([Type.Array(Destination), Type.Null()])),
  }),
})

const Operation = Type.Object({
  info: Type.Optional(Type.Array(Type.Object({ name: Text, value: Text }))),
  initiatedBy: Type.Optional(Type.Object({ username: Text, automated: Type.Optional(Type.Boolean()) })),
})

const ResourceResult = Type.Object({ kind: Text, name: Text, namespace: Text, status: Text, hookPhase: Text, message: Text })

export const Application = Type.Object({
  metadata: Type.Object({
    name: Type.String(),
    deletionTimestamp: Text,
    finalizers: Type.Optional(Type.Array(Type.String())),
  }),
  // Other fields are sent back unchanged.
  spec: Type.Object({ project: Type.String(), source: Type.Optional(Source), destination: Destination }),
  operation: Type.Optional(Operation),
  status: Type.Optional(
    Type.Object({
      sync: Type.Optional(Type.Object({ status: Text, revision: Text })),
      health: Type.Optional(Type.Object({ status: Text, message: Text })),
      operationState: Type.Optional(
        Type.Object({
          phase: Text,
          message: Text,
          startedAt: Text,
          finishedAt: Text,
          operation: Type.Optional(Operation),
          syncResult: Type.Optional(Type.Object({ revision: Text, resources: Type.Optional(Type.Array(ResourceResult)) })),
        }),
      ),
      conditions: Type.Optional(Type.Array(Type.Object({ type: Text, message: Text }))),
      resources: Type.Optional(Type.Array(Type.Object({ kind: Text, name: Text, namespace: Text, status: Text }))),
      summary: Type.Optional(Type.Object({ images: Type.Optional(Type.Array(Type.String())) })),
      reconciledAt: Text,
    }),
  ),
})

export const Repository = Type.Object({
  repo: Type.String(),
  type: Text,
  name: Text,
  project: Text,
  connectionState: Type.Optional(Type.Object({ status: Text, message: Text, attemptedAt: Text })),
})

export const ServiceError = Type.Object({ message: Text, error: Text, code: Type.Optional(Type.Integer()) })

export type ArgocdDestination = Static<typeof Destination>
export type ArgocdProject = Static<typeof Project>
export type ArgocdApplication = Static<typeof Application>
export type ArgocdRepository = Static<typeof Repository>

/** Credentials for a repository, forwarded once and never stored. */
export interface RepositoryCredentials {
  username?: string
  password?: string
  sshPrivateKey?: string
}
