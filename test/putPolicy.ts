import type { PolicyRules } from '../server/approvals/rules.ts'
import type { TestApp } from './app.ts'

/** Activates a different version of a policy with these rules. @returns a function that restores the previous version */
export async function putPolicy(app: Pick<TestApp, 'db'>, subjectKind: string, rules: Partial<PolicyRules>): Promise<() => Promise<void>> {
  const livePolicy = await app.db
    .updateTable('approval_policies')
    .set({ status: 'replaced', active: false })
    .where('subject_kind', '=', subjectKind)
    .where('active', '=', true)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id, name } = livePolicy
  const { last } = await app.db
    .selectFrom('approval_policies')
    .select((eb) => eb.fn.max('version').as('last'))
    .where('id', '=', livePolicy.id)
    .executeTakeFirstOrThrow()
  const formerRules: PolicyRules = { reject: livePolicy.reject, approve: livePolicy.approve, stages: livePolicy.stages }
  const { reject, approve, stages } = { ...formerRules, ...rules }
  await app.db
    .insertInto('approval_policies')
    .values({
      id,
      version: last + 1,
      subject_kind: subjectKind,
      name,
      reject: JSON.stringify(reject),
      approve: JSON.stringify(approve),
      stages: JSON.stringify(stages),
      status: 'live',
      active: true,
    })
    .execute()
  return async () => void (await putPolicy(app, subjectKind, formerRules))
}
