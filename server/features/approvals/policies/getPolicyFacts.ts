import { Type } from 'typebox'
import { factCatalogue } from '../../../approvals/facts.ts'
import { operation } from '../../../http/operation.ts'
import { policyKindNames, policyKinds } from './kinds.ts'
import { PolicyKind } from './schemas.ts'

export const getPolicyFacts = operation({
  id: 'getPolicyFacts',
  method: 'GET',
  path: '/approval-policies/facts',
  tag: 'approval-policies',
  summary: 'What the conditions of policies can look at, and whom stages can name',
  access: 'adminOrAuditor',
  answers: {
    200: Type.Object({
      facts: Type.Array(
        Type.Object({
          path: Type.String({ description: 'As written in a condition.' }),
          type: Type.Enum(['string', 'double', 'bool', 'list<string>']),
          words: Type.String({ description: 'How it is called in the reading.' }),
          description: Type.String(),
          values: Type.Array(Type.String(), { description: 'What it can be, or examples; empty where anything may be.' }),
        }),
      ),
      kinds: Type.Array(
        Type.Object({
          kind: PolicyKind,
          name: Type.String(),
          relations: Type.Array(Type.String(), { description: 'Kinds of rules that can name somebody by relation.' }),
        }),
      ),
    }),
  },
  handler: async () => ({
    facts: factCatalogue.map(({ path, type, words, description, values }) => ({
      path,
      type,
      words,
      description,
      values: [...(values ?? [])],
    })),
    kinds: policyKindNames.map((kind) => ({ kind, name: policyKinds[kind].name, relations: [...policyKinds[kind].relations] })),
  }),
})
