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

const readSql = (name: string) => readFileSync(path.join(root, `server/db/functions/approvals/${name}.sql`), 'utf8')

describe('the approval engine', () => {
  it('has the subject and policy of each kind that needs approval', () => {
    expect(Object.keys(approvalSubjects).sort()).toEqual([...approvedKinds].sort())
  })

  it.each(approvedKinds)('opens rounds of %s with its subject, finds its requests, and limits their transitions', (kind) => {
    expect(findFilesWith(new RegExp(`\\b(openApproval|submitAccessRequest)\\([^()]*\\b${kind}Subject\\b`))).not.toEqual([])
    for (const view of ['approval_requests', 'ended_requests']) expect(readSql(view)).toContain(`'${kind}'`)
    const { requests } = approvalSubjects[kind]!
    if (requests) expect(readSql('request_transitions')).toContain(`before update on ${requests} for each row`)
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

  it('counts every vote in one function, whichever operation sends it', () => {
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
    expect(findFilesWith(/\bevaluateRules\(/)).toEqual([
      'server/approvals/livePolicy.ts',
      'server/approvals/rules.ts',
      'server/features/approvals/replay/compare.ts',
    ])
  })
})
