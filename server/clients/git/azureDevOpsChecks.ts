import { type Static, Type } from 'typebox'
import { apiVersions } from '../arm/apiVersions.ts'
import type { Send } from '../pipeline.ts'
import { asRecord } from '../serviceResponse.ts'
import { checkShape, OptionalNullableString } from '../shape.ts'
import type { Checks } from './git.ts'

type Check = Checks['checks'][number]

const Status = Type.Object({
  state: Type.String(),
  description: OptionalNullableString,
  targetUrl: OptionalNullableString,
  context: Type.Object({ name: Type.String(), genre: OptionalNullableString }),
})
const Evaluation = Type.Object({
  status: Type.String(),
  configuration: Type.Object({
    isEnabled: Type.Boolean(),
    isBlocking: Type.Boolean(),
    type: Type.Object({ displayName: Type.Optional(Type.String()) }),
    settings: Type.Optional(Type.Object({ displayName: OptionalNullableString })),
  }),
  context: Type.Optional(
    Type.Union([
      Type.Object({
        buildOutputPreview: Type.Optional(
          Type.Union([Type.Object({ errors: Type.Optional(Type.Array(Type.Object({ message: Type.String() }))) }), Type.Null()]),
        ),
      }),
      Type.Null(),
    ]),
  ),
})

export function presentCommitStatus(service: string, body: unknown): Check[] {
  const statuses = checkShape(service, Array.isArray(body) ? body : asRecord(body).value, Type.Array(Status))
  return statuses
    .filter(({ state }) => state !== 'notApplicable' && state !== 'notSet')
    .map(({ state, description, targetUrl, context }) => ({
      name: context.genre ? `${context.genre}/${context.name}` : context.name,
      state: state === 'succeeded' ? 'success' : state === 'pending' ? 'pending' : 'failure',
      summary: description ?? undefined,
      url: targetUrl ?? undefined,
    }))
}

export async function fetchPolicyChecks(
  send: Send,
  { organisation, project, pullRequest }: { organisation: string; project: string; pullRequest: number },
): Promise<Check[]> {
  const path = `/${encodeURIComponent(organisation)}/${encodeURIComponent(project)}/_apis/policy/evaluations`
  const artifactId = `vstfs:///CodeReview/CodeReviewId/${project}/${pullRequest}`
  const query = { artifactId, 'api-version': apiVersions.azureDevOpsPolicy }
  const evaluations = (await send({ method: 'GET', path, query })).list(Evaluation, 'value')
  return evaluations.filter(({ configuration: { isEnabled, isBlocking } }) => isEnabled && isBlocking).map(presentEvaluation)
}

function presentEvaluation({ status, context, configuration: { settings, type } }: Static<typeof Evaluation>): Check {
  const name = settings?.displayName || type.displayName || 'A policy'
  if (status === 'approved' || status === 'notApplicable') return { name, state: 'success' }
  if (status === 'queued' || status === 'running') return { name, state: 'pending' }
  return { name, state: 'failure', summary: context?.buildOutputPreview?.errors?.[0]?.message }
}
