import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import type { UpdateInput } from './apply/input.ts'
import { updateWorkflows } from './workflows.ts'

export async function startUpdateRun(context: { db: Db; jobs: Jobs }, input: UpdateInput): Promise<void> {
  const workflow = updateWorkflows[input.kind]
  if (!workflow) throw new Error(`no workflow exists for account changes of kind ${input.kind}`)
  await startRun(context, workflow, { kind: 'accountUpdate', id: input.updateId }, { ...input })
}
