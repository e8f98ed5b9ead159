import type { AuditFinding } from '../db/tables.ts'

export type { AuditFinding } from '../db/tables.ts'

const maxFindings = 100

/** Findings of a verification: the first 100 in full, the others as a count. */
export class Findings {
  readonly first: AuditFinding[] = []
  count = 0

  add(finding: Pick<AuditFinding, 'kind' | 'message'> & Partial<AuditFinding>): void {
    this.count += 1
    if (this.first.length < maxFindings) this.first.push({ seq: null, eventId: null, part: null, ...finding })
  }
}
