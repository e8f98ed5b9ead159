import { Type } from 'typebox'
import { factCatalogue } from '../../../approvals/facts.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import { operation } from '../../../http/operation.ts'
import { approvedKinds } from '../../../subjects/kinds.ts'
import { PolicyKind } from './schemas.ts'

export const getPolicyFacts = operation({
  id: 'getPolicyFacts',
  method: 'GET',
  path: '/approval-policies/facts',
  tag: 'approval-policies',
  summary: 'List the facts that conditions can use, and the approvers that stages can name',
  access: 'adminOrAuditor',
  responses: {
    200: Type.Object({
      facts: Type.Array(
        Type.Object({
          path: Type.String({ description: 'Name of the fact in a condition.' }),
          type: Type.Enum(['string', 'double', 'bool', 'list<string>']),
          phrase: Type.String({ description: 'Name of the fact in the policy text.' }),
          description: Type.String(),
          values: Type.Array(Type.String(), { description: 'Allowed values or examples; empty if anything is allowed.' }),
          exhaustive: Type.Boolean({ description: 'True if the fact has no values except `values` and the empty one.' }),
          kinds: Type.Array(PolicyKind, { description: 'Kinds of requests that can have the fact. For others, it is empty, 0 or false.' }),
        }),
      ),
      kinds: Type.Array(
        Type.Object({
          kind: PolicyKind,
          name: Type.String(),
          relations: Type.Array(Type.String(), { description: 'Kinds of rules that can name approvers by relation.' }),
        }),
      ),
    }),
  },
  handler: async () => ({
    facts: factCatalogue.map(({ path, type, phrase, description, values, exhaustive, kinds }) => ({
      path,
      type,
      phrase,
      description,
      values: [...(values ?? [])],
      exhaustive: values !== undefined && exhaustive !== false,
      kinds: [...(kinds ?? approvedKinds)],
    })),
    kinds: approvedKinds.map((kind) => {
      const { name, relations } = findApprovalSubject(kind).policy
      return { kind, name, relations: [...relations] }
    }),
  }),
})
