import { sandboxPlans } from './sandboxPlans.ts'
import { stableId } from './stableId.ts'
import { stepTimes } from './stepTimes.ts'

type Row = Record<string, unknown>
type FailedPlan = 'provision' | 'cleanUp'

interface Plan {
  kind: string
  steps: readonly { name: string; title: string }[]
}

const hour = 3_600_000
const usualStepMs = 35_000

const failures: Record<FailedPlan, { step: string; code: string; status: number; message: string }> = {
  provision: {
    step: 'setPolicies',
    code: 'RequestDisallowedByPolicy',
    status: 403,
    message: 'Azure denied the policy assignment: the management group already has 200 assignments, which is the maximum.',
  },
  cleanUp: {
    step: 'deleteResources',
    code: 'ResourceGroupDeletionBlocked',
    status: 409,
    message: 'Azure can’t delete the network gateway vgw-old-network-lab, because its connection con-hub is still in use.',
  },
}

export function sandboxFailureRows(plans: Record<FailedPlan, Plan>, now: Date): [table: string, rows: Row[]][] {
  const rows = sandboxPlans.flatMap(({ name, status }) => {
    if (status !== 'failed' && status !== 'quarantined') return []
    const kind = status === 'failed' ? 'provision' : 'cleanUp'
    return [rowsOf(name, kind, plans[kind], new Date(now.getTime() - (kind === 'provision' ? 2 : 174) * hour))]
  })
  return (['sandbox_actions', 'work_runs', 'work_steps'] as const).map((table) => [table, rows.flatMap((each): Row[] => each[table])])
}

function rowsOf(name: string, kind: FailedPlan, plan: Plan, ended: Date) {
  const { step: failedStep, ...answer } = failures[kind]
  const started = new Date(ended.getTime() - 0.4 * hour)
  const id = stableId(`sandbox-action/${name}`)
  const runId = stableId(`sandbox-run/${name}`)
  const failedAt = plan.steps.findIndex((step) => step.name === failedStep)
  const completedMs = Array.from({ length: failedAt }, (_, position) => usualStepMs + position * 4_000)
  const failedMs = ended.getTime() - started.getTime() - completedMs.reduce((sum, each) => sum + each, 0)
  const timesOf = stepTimes(started, [...completedMs, failedMs])
  return {
    sandbox_actions:
      kind === 'provision'
        ? []
        : [{ id, sandbox_id: stableId(`sandbox/${name}`), kind, status: 'failed', reason: '', created_at: started, ended_at: ended }],
    work_runs: [
      {
        id: runId,
        kind: plan.kind,
        subject_kind: 'sandboxAction',
        subject_id: id,
        input: { sandboxId: stableId(`sandbox/${name}`) },
        status: 'failed',
        epoch: 1,
        at_step: failedStep,
        created_at: started,
        started_at: started,
        ended_at: ended,
        updated_at: ended,
        stuck_since: ended,
        cause_service: 'Azure',
        cause_code: answer.code,
        cause_text: answer.message,
      },
    ],
    work_steps: plan.steps.map((step, position) => ({
      run_id: runId,
      position,
      name: step.name,
      title: step.title,
      status: position < failedAt ? 'succeeded' : position === failedAt ? 'failed' : 'pending',
      attempts: position < failedAt ? 1 : position === failedAt ? 5 : 0,
      ...timesOf(position),
      output: position < failedAt ? {} : null,
      error: position === failedAt ? { ...answer, service: 'Azure', retryable: false } : null,
    })),
  }
}
