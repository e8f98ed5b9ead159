import { NonRetryableError, type Step } from '../../../../workflows/workflow.ts'

export function closeChange<Input extends { reference: string }>(): Step<Input> {
  return {
    name: 'closeChange',
    title: 'Close the pull request without merging',
    async run({ clients, db, input, runId }) {
      const branch = `slipway/${input.reference.toLowerCase()}`
      const request = await clients.git.findPullRequest(branch)
      if (request?.state === 'merged')
        throw new NonRetryableError(
          'mergedMeanwhile',
          `Pull request #${request.number} was merged in the meantime. Revert it in the repository, then skip this step.`,
        )
      if (request?.state === 'open') await clients.git.closePullRequest(request.number)
      await clients.git.deleteBranch(branch)
      await db
        .updateTable('pull_requests')
        .set({ state: 'closed' })
        .where('branch', '=', branch)
        .where('state', '=', 'open')
        .where('run_id', 'in', (query) =>
          query.selectFrom('work_runs').select('undoes').where('id', '=', runId).$castTo<{ undoes: string }>(),
        )
        .execute()
      return { pullRequest: request?.number ?? null }
    },
  }
}
