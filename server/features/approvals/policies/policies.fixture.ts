import type { TestApp } from '../../../../test/app.ts'

export function policies(app: TestApp) {
  const niamh = () => app.as(app.persona('Niamh').id)
  const secondAdmin = () => app.as(app.company.people.find(({ persona }) => persona?.title === 'Second administrator')!.id)
  const loadLivePolicy = (kind: string) =>
    app.db.selectFrom('approval_policies').selectAll().where('subject_kind', '=', kind).where('active', '=', true).executeTakeFirstOrThrow()
  const row = (id: string, version: number) =>
    app.db.selectFrom('approval_policies').selectAll().where('id', '=', id).where('version', '=', version).executeTakeFirst()
  const draft = async (kind: string, body: object = { description: 'Changed.' }) => {
    const response = await niamh().post('/approval-policies', { kind, ...body })
    if (response.status !== 201) throw new Error(JSON.stringify(response.body))
    return { ...response.body, path: `/approval-policies/${response.body.id}/versions/${response.body.version}` }
  }
  const proposePolicy = (path: string, changeNote = 'The board asked for it.') => niamh().post(`${path}/propose`, { changeNote })
  const vote = (caller: ReturnType<typeof niamh>, approvalId: string, decision = 'approve', comment = '') =>
    caller.post(`/account-approvals/${approvalId}`, { decision, stage: 1, comment })
  return { niamh, secondAdmin, live: loadLivePolicy, row, draft, propose: proposePolicy, vote }
}
