import { Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { endedStatusTexts, step, toolOf, waitedMs, waitForEarlierDeployments } from './deploymentSteps.ts'

const maxWaitMs = 15 * 60_000

const requestRemoval = step('requestRemoval', 'Start the removal in Argo CD', undefined, async (context, row) => {
  await toolOf(context).deleteApplication(row.app, row.project)
  return {}
})

const verifyRemoved = step('verifyRemoved', 'Wait for the removal of all resources', 'requestRemoval', async (context, row) => {
  const app = await toolOf(context).getApplication(row.app, row.project)
  if (!app) return { outcome: 'succeeded', result: 'The application and its resources were removed.' }
  const elapsedMs = await waitedMs(context)
  const remainingResources = (app.status?.resources ?? []).slice(0, 5).map(({ kind, name }) => `${kind ?? 'something'} ${name ?? ''}`)
  const remainingText =
    remainingResources.length > 0 ? `Not removed yet: ${remainingResources.join(', ')}.` : 'Argo CD doesn’t report the remaining resources.'
  if (elapsedMs < maxWaitMs) return new Wait(remainingText)
  const finalizerText = app.metadata.finalizers?.length ? ` Blocked by ${app.metadata.finalizers.slice(0, 3).join(', ')}.` : ''
  return {
    outcome: 'failed',
    result: `Argo CD has not removed the application in 15 minutes.${finalizerText} ${remainingText} The platform team can help.`,
  }
})

export const removeApplication: Workflow = {
  kind: 'removeApplication',
  steps: [waitForEarlierDeployments, requestRemoval, verifyRemoved],
  ...endedStatusTexts('verifyRemoved'),
}
