import { completeFacts } from '../server/approvals/completeFacts.ts'
import { openDatabase } from '../server/db/database.ts'
import type { NewSandboxDetails, SandboxExtensionDetails } from '../server/db/tables.ts'
import { sandboxRequestFacts, sandboxRequestKind } from '../server/features/sandboxes/requests/submit.ts'

/** Records the facts of pending sandbox requests as their submission would, so that approvers see a risk score. */
export async function recordRequestFacts(databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, { max: 1 })
  try {
    const requests = await db
      .selectFrom('approvals as a')
      .innerJoin('sandbox_requests as r', 'r.id', 'a.subject_id')
      .innerJoin('sandbox_templates as t', 't.id', 'r.template_id')
      .selectAll('r')
      .select(['a.id as approvalId', 't.currency', 'a.facts'])
      .where('a.subject_kind', '=', sandboxRequestKind)
      .where('a.status', '=', 'pending')
      .execute()
    for (const { approvalId, facts, requester_id, kind, name, tower_id, sandbox_id, details, currency } of requests) {
      if (Object.keys(facts).length > 0) continue
      const { region = '', hours, budget } = details as Partial<NewSandboxDetails> & SandboxExtensionDetails
      const requestFacts = sandboxRequestFacts({ kind, name, towerId: tower_id, sandboxId: sandbox_id, region, hours, budget, currency })
      const completed = await completeFacts(db, requester_id, requestFacts, new Date())
      await db
        .updateTable('approvals')
        .set({ facts: JSON.stringify(completed) })
        .where('id', '=', approvalId)
        .execute()
    }
  } finally {
    await close()
  }
}
