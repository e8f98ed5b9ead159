import { type Static, Type } from 'typebox'
import { NullableText, NullableTimestamp, Timestamp, Uuid } from '../../../people/schemas.ts'

export const DeploymentTool = Type.Object({ deploymentTool: Type.String({ maxLength: 30 }) }, { additionalProperties: false })

/** A path inside a repository. The pattern excludes `..` and URLs. */
const relativePath = '^(?!.*\\.\\.)[A-Za-z0-9_][\\w.-]*(/[\\w-][\\w.-]*)*$'
const namespace = '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'

const AppName = Type.String({
  pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$',
  maxLength: 63,
  description: 'Name of the application in Argo CD: lowercase letters, digits and hyphens.',
})
export const RepositoryAddress = Type.String({
  minLength: 8,
  maxLength: 500,
  pattern: '^[\\x21-\\x7e]+$',
  description:
    'Repository address without credentials: `https://host/path`, `ssh://git@host/path` or `git@host:path`; for charts in an OCI registry: `host/path`.',
})
export const AppOf = Type.Object({ accountId: Uuid, name: AppName }, { additionalProperties: false })

export const AppSource = Type.Object(
  {
    repository: RepositoryAddress,
    path: Type.Optional(
      Type.String({ maxLength: 300, pattern: relativePath, description: 'Folder of the manifests in a Git repository.' }),
    ),
    chart: Type.Optional(
      Type.String({ maxLength: 100, pattern: '^[a-z0-9][a-z0-9._-]*$', description: 'Name of the chart in a Helm repository.' }),
    ),
    valueFiles: Type.Optional(Type.Array(Type.String({ maxLength: 300, pattern: relativePath }), { maxItems: 20, uniqueItems: true })),
    parameters: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9_][\\w.\\[\\]/-]*$' }),
            value: Type.String({ maxLength: 1_000, pattern: '^[^\\x00-\\x1f]*$' }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 50, description: 'Chart values, such as an image tag. Everyone who can see the account can see them.' },
      ),
    ),
  },
  { additionalProperties: false },
)
export const AppDestination = Type.Object(
  {
    server: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: '^https://[A-Za-z0-9.-]+(:\\d{1,5})?$',
        description: 'URL of the cluster; set either `server` or `cluster`.',
      }),
    ),
    cluster: Type.Optional(
      Type.String({
        maxLength: 100,
        pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
        description: 'Name of the cluster in Argo CD; set either `cluster` or `server`.',
      }),
    ),
    namespace: Type.String({ maxLength: 63, pattern: namespace }),
  },
  { additionalProperties: false },
)
export const Revision = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^(?!.*\\.\\.)[A-Za-z0-9][\\w./+-]*$',
  description: 'Commit, branch or tag, or version of a chart.',
})

export const Deployment = Type.Object({
  id: Uuid,
  accountId: Uuid,
  app: Type.String(),
  project: Type.String(),
  action: Type.Enum(['deploy', 'remove']),
  status: Type.Enum(['queued', 'running', 'succeeded', 'failed', 'superseded', 'cancelled']),
  revision: NullableText,
  deployedRevision: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Commit or version that Argo CD resolved the revision to.',
  }),
  result: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Result as text; null until the deployment ends.' }),
  keyName: Type.String({ description: 'Name of the API key that requested the deployment.' }),
  createdAt: Timestamp,
  startedAt: NullableTimestamp,
  endedAt: NullableTimestamp,
})
export type Deployment = Static<typeof Deployment>

export const LiveApp = Type.Object({
  sync: Type.String({ description: 'Sync status in Argo CD: Synced, OutOfSync or Unknown.' }),
  health: Type.String({ description: 'Health in Argo CD: Healthy, Progressing, Degraded, Suspended, Missing or Unknown.' }),
  healthMessage: NullableText,
  revision: NullableText,
  source: Type.Union([
    Type.Object({ repository: Type.String(), path: NullableText, chart: NullableText, targetRevision: NullableText }),
    Type.Null(),
  ]),
  destination: Type.Object({ cluster: NullableText, namespace: NullableText }),
  operation: Type.Union([
    Type.Object({ phase: Type.String(), message: NullableText, startedAt: NullableText, finishedAt: NullableText }),
    Type.Null(),
  ]),
  images: Type.Array(Type.String()),
  problems: Type.Array(Type.String(), { description: 'Warnings from Argo CD.' }),
  removing: Type.Boolean(),
})
export type LiveApp = Static<typeof LiveApp>

export const DeployedApp = Type.Object({
  name: Type.String(),
  live: Type.Union([LiveApp, Type.Null()], {
    description: 'Status in Argo CD; null if Argo CD doesn’t have the application or couldn’t be reached.',
  }),
  last: Type.Union([Deployment, Type.Null()], { description: 'Last deployment through Slipway; null if there is none.' }),
})

export const Repository = Type.Object({
  repository: Type.String(),
  type: Type.String(),
  name: NullableText,
  status: Type.String({ description: 'Status of the connection from Argo CD: Successful, Failed or Unknown.' }),
  message: NullableText,
  checkedAt: NullableText,
})
