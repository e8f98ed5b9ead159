import { documentOf, draftOf, type PolicyDraft } from './policyDraft.ts'
import type { ApprovalPolicy, PolicyDocument } from './types.ts'

type Version = Pick<ApprovalPolicy, 'id' | 'version' | 'revision'>
type PlainDocument = Omit<PolicyDocument, 'kind'>
interface StoredDraft {
  revision: number
  document: PlainDocument
}

const keyOf = ({ id, version }: Version) => `slipway policy ${id} ${version}`

/** Unsaved changes survive a reload and a visit to another tab. */
export function loadPolicyDraft(policy: Version): { draft: PolicyDraft; outdated: boolean } | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(policy))
    if (!text) return undefined
    const { revision, document } = JSON.parse(text) as StoredDraft
    return { draft: draftOf({ kind: 'accountRequest', ...document }), outdated: revision !== policy.revision }
  } catch {
    return undefined
  }
}

export function savePolicyDraft(policy: Version, draft: PolicyDraft | undefined): void {
  try {
    if (draft)
      sessionStorage.setItem(
        keyOf(policy),
        JSON.stringify({ revision: policy.revision, document: toDocument(draft) } satisfies StoredDraft),
      )
    else sessionStorage.removeItem(keyOf(policy))
  } catch {
    // Without storage, the draft is not kept.
  }
}

/** Keeps the text as it was typed, without trimming. */
const toDocument = (draft: PolicyDraft): PlainDocument => ({
  name: draft.name,
  description: draft.description,
  reject: draft.reject.map(({ key: _, ...rule }) => rule),
  approve: draft.approve.map(({ key: _, ...rule }) => rule),
  stages: draft.stages.map(({ key: _, ...stage }) => stage),
})

/** Compares drafts regardless of field order, because the database changes the order. */
export const hasSameDocument = (item: PolicyDraft, other: PolicyDraft) =>
  withSortedKeys(documentOf(item)) === withSortedKeys(documentOf(other))

function withSortedKeys(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  )
}
