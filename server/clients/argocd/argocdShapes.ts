import { type Static, Type } from 'typebox'
import { OptionalString } from '../shape.ts'

const Destination = Type.Object({ server: OptionalString, name: OptionalString, namespace: OptionalString })
const Source = Type.Object({
  repoURL: Type.String(),
  path: OptionalString,
  chart: OptionalString,
  targetRevision: OptionalString,
  helm: Type.Optional(
    Type.Object({
      valueFiles: Type.Optional(Type.Array(Type.String())),
      parameters: Type.Optional(Type.Array(Type.Object({ name: OptionalString, value: OptionalString }))),
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
  info: Type.Optional(Type.Array(Type.Object({ name: OptionalString, value: OptionalString }))),
  initiatedBy: Type.Optional(Type.Object({ username: OptionalString, automated: Type.Optional(Type.Boolean()) })),
})

const ResourceResult = Type.Object({
  kind: OptionalString,
  name: OptionalString,
  namespace: OptionalString,
  status: OptionalString,
  hookPhase: OptionalString,
  message: OptionalString,
})

export const Application = Type.Object({
  metadata: Type.Object({
    name: Type.String(),
    deletionTimestamp: OptionalString,
    finalizers: Type.Optional(Type.Array(Type.String())),
  }),
  // Slipway sends all other fields back unchanged.
  spec: Type.Object({ project: Type.String(), source: Type.Optional(Source), destination: Destination }),
  operation: Type.Optional(Operation),
  status: Type.Optional(
    Type.Object({
      sync: Type.Optional(Type.Object({ status: OptionalString, revision: OptionalString })),
      health: Type.Optional(Type.Object({ status: OptionalString, message: OptionalString })),
      operationState: Type.Optional(
        Type.Object({
          phase: OptionalString,
          message: OptionalString,
          startedAt: OptionalString,
          finishedAt: OptionalString,
          operation: Type.Optional(Operation),
          syncResult: Type.Optional(Type.Object({ revision: OptionalString, resources: Type.Optional(Type.Array(ResourceResult)) })),
        }),
      ),
      conditions: Type.Optional(Type.Array(Type.Object({ type: OptionalString, message: OptionalString }))),
      resources: Type.Optional(
        Type.Array(Type.Object({ kind: OptionalString, name: OptionalString, namespace: OptionalString, status: OptionalString })),
      ),
      summary: Type.Optional(Type.Object({ images: Type.Optional(Type.Array(Type.String())) })),
      reconciledAt: OptionalString,
    }),
  ),
})

export const Repository = Type.Object({
  repo: Type.String(),
  type: OptionalString,
  name: OptionalString,
  project: OptionalString,
  connectionState: Type.Optional(Type.Object({ status: OptionalString, message: OptionalString, attemptedAt: OptionalString })),
})

export const ServiceError = Type.Object({ message: OptionalString, error: OptionalString, code: Type.Optional(Type.Integer()) })

export type ArgocdDestination = Static<typeof Destination>
export type ArgocdProject = Static<typeof Project>
export type ArgocdApplication = Static<typeof Application>
export type ArgocdRepository = Static<typeof Repository>

/** Credentials for a repository. Slipway forwards them once and never stores them. */
export interface RepositoryCredentials {
  username?: string
  password?: string
  sshPrivateKey?: string
}
