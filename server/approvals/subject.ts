import type { Db } from '../db/database.ts'
import type { UpdateKind } from '../db/tables.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** What approving means depends on what was asked for; every flow that needs approval says it once, in this form. */
export interface ApprovalSubject {
  kind: string
  /** What the approvers of a stage that opens are told. */
  notice(db: Db, subjectId: string): Promise<{ title: string; body: string }>
  /** Why approving this one takes a comment; undefined when it does not. */
  needsComment?(db: Db, subjectId: string): Promise<string | undefined>
  /** Called in the transaction of the deciding vote (or of expiry), with the subject's row not yet locked. */
  closed(
    context: { db: Db; jobs: Jobs; now: Date },
    subjectId: string,
    outcome: 'approved' | 'rejected' | 'changes_requested' | 'expired',
    comment: string,
  ): Promise<void>
}

/** What the rules of a policy look at. */
export interface ApprovalFacts {
  towerId: string
  /** Null: of no family. */
  familyId: string | null
  catalogueItemIds: string[]
  environment: string
  /** Some chosen catalogue item has approvers of its own. */
  restrictedItems: boolean
  /** What kind of change to an account it is; absent = not one. */
  updateKind?: UpdateKind
  /** The account or sandbox it is about, whose owners may have to decide. */
  accountId?: string
  sandboxId?: string
}
