import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { approvalSubjects } from '../server/features/approvals/inbox/subjects.ts'
import { approvedKinds } from '../server/subjects/kinds.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const files = globSync('server/**/*.ts', { cwd: root })
  .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(path.join(root, file), 'utf8') }))
const findFilesWith = (pattern: RegExp) =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort()

const filesByKind: Record<string, string> = {
  accountRequest: 'server/features/accounts/requests/submit.ts',
  accountUpdate: 'server/features/accounts/updates/submitUpdate.ts',
  accessRequest: 'server/features/access/assignments/fileRequest.ts',
  sandboxAccessRequest: 'server/features/access/assignments/fileRequest.ts',
  sandboxRequest: 'server/features/sandboxes/requests/subject.ts',
  pimActivation: 'server/features/access/pim/submit.ts',
  policyChange: 'server/features/approvals/policies/proposeApprovalPolicy.ts',
}

describe('the approval engine', () => {
  it('knows the subject, policy and functions of each kind that needs approval', () => {
    expect(Object.keys(approvalSubjects).sort()).toEqual(Object.keys(filesByKind).sort())
    expect([...approvedKinds].sort()).toEqual(Object.keys(filesByKind).sort())
    for (const file of Object.values(filesByKind)) expect([file, findFilesWith(/\bopenApproval\(/).includes(file)]).toEqual([file, true])
  })

  it('contains the only code that opens rounds, writes votes, and changes stages', () => {
    const engine = (table: string, verbs: string) => findFilesWith(new RegExp(`(${verbs})\\('${table}'`))
    expect(engine('approval_decisions', 'insertInto')).toEqual(['server/approvals/decide.ts'])
    expect(engine('approval_stages', 'insertInto')).toEqual(['server/approvals/openApproval.ts'])
    expect(engine('approvals', 'insertInto')).toEqual(['server/approvals/openApproval.ts'])
    const resolves = findFilesWith(
      /(updateTable\('(approval_stages|approvals)'\)\s*\.set\(|updateRow\(\w+, '(approval_stages|approvals)', [^{]*)\{[^}]*\bstatus\b/,
    )
    expect(resolves.filter((file) => !file.startsWith('server/approvals/'))).toEqual([])
    expect(resolves).toContain('server/approvals/decide.ts')
    expect(findFilesWith(/(insert into|delete from) approval(_stages|_decisions|s) /)).toEqual([])
  })

  it('counts every vote in one function, whichever call sends it', () => {
    expect(findFilesWith(/\bcastVote\(/)).toEqual(['server/approvals/countVote.ts', 'server/approvals/decide.ts'])
    expect(findFilesWith(/\blockForVote\(/)).toEqual(['server/approvals/countVote.ts', 'server/approvals/decide.ts'])
    expect(findFilesWith(/\bcountVote\(/)).toEqual([
      'server/approvals/countVote.ts',
      'server/features/access/requests/voteOnRequest.ts',
      'server/features/accounts/updates/approveAccountUpdate.ts',
      'server/features/approvals/inbox/bulkDecideApprovals.ts',
      'server/features/approvals/inbox/decideAccountApproval.ts',
      'server/features/sandboxes/requests/reviewSandboxRequest.ts',
    ])
  })

  it('contains the only code that evaluates a policy for a request', () => {
    expect(findFilesWith(/\brulingOf\(/)).toEqual([
      'server/approvals/livePolicy.ts',
      'server/approvals/rules.ts',
      'server/features/approvals/replay/compare.ts',
    ])
  })
})
