import type { ApprovedKind } from '../subjects/kinds.ts'
import { minMedianBudgets } from './medianBudget.ts'

interface DescribedFact {
  type: 'string' | 'double' | 'bool' | 'list<string>'
  /** The name of the fact in a sentence, such as “the environment”. For a boolean, this is the sentence when the fact is true. */
  phrase: string
  otherwise?: string
  /** True for an amount in whole pounds. */
  isMoney?: true
  description: string
  /** All values except the empty one, or examples. */
  values?: readonly string[]
  /** False if `values` are only examples. */
  exhaustive?: false
  /** The kinds of requests that can have the fact; absent if all have it. */
  kinds?: readonly ApprovedKind[]
  /** Sentences for the value and for its negation, such as “it ends the account”. */
  meaning?: Readonly<Record<string, readonly [so: string, otherwise: string]>>
}

const accountKinds = ['accountRequest', 'accountUpdate', 'accessRequest', 'pimActivation'] as const
const sandboxKinds = ['sandboxRequest', 'sandboxAccessRequest'] as const
const itemKinds = ['accountRequest', 'accountUpdate'] as const
const roleKinds = ['accountRequest', 'accessRequest', 'pimActivation', 'sandboxAccessRequest'] as const
const timedKinds = ['accessRequest', 'pimActivation', ...sandboxKinds] as const

const facts = {
  request: {
    change: {
      type: 'string',
      phrase: 'the kind of change',
      description:
        'For account changes: catalogue, decommission or details; for sandbox requests: new or extension; otherwise empty. Changes of details don’t need an approval, but a rule can reject them.',
      values: ['catalogue', 'decommission', 'details', 'new', 'extension'],
      meaning: {
        catalogue: ['the account’s services change', 'the account’s services do not change'],
        decommission: ['the account is decommissioned', 'the account is not decommissioned'],
        details: ['only the account’s details change', 'something other than the account’s details changes'],
        new: ['the request is for a new sandbox', 'the request is not for a new sandbox'],
        extension: ['the request extends an existing sandbox', 'the request does not extend an existing sandbox'],
      },
      kinds: ['accountUpdate', 'sandboxRequest'],
    },
    items: { type: 'list<string>', phrase: 'the catalogue items', description: 'Names of the catalogue items.', kinds: itemKinds },
    restrictedItems: {
      type: 'bool',
      phrase: 'the request has catalogue items with their own approvers',
      otherwise: 'the request has no catalogue items with their own approvers',
      description: 'True if a requested catalogue item has its own approvers.',
      kinds: itemKinds,
    },
    workload: {
      type: 'string',
      phrase: 'the workload',
      description: 'Workload of the requested account.',
      values: ['Production', 'DevTest'],
      kinds: ['accountRequest'],
    },
    region: {
      type: 'string',
      phrase: 'the region',
      description: 'Azure region name, such as uksouth.',
      values: ['uksouth', 'ukwest'],
      exhaustive: false,
      kinds: [...accountKinds, ...sandboxKinds],
    },
    connectivity: {
      type: 'string',
      phrase: 'the network',
      description: 'Network connection of the requested account.',
      values: ['none', 'internet', 'corporate'],
      kinds: accountKinds,
    },
    budget: {
      type: 'double',
      phrase: 'the budget',
      isMoney: true,
      description: 'Budget in pounds (£): per month for accounts, in total for sandboxes.',
      kinds: ['accountRequest', 'accountUpdate', 'sandboxRequest'],
    },
    estimate: {
      type: 'double',
      phrase: 'the estimated cost of the catalogue items',
      isMoney: true,
      description: 'Estimated monthly cost of the catalogue items, in pounds (£).',
      kinds: itemKinds,
    },
    hours: {
      type: 'double',
      phrase: 'the requested time in hours',
      description: 'Requested duration in hours; 0 if it is permanent or doesn’t apply.',
      kinds: timedKinds,
    },
    roles: {
      type: 'list<string>',
      phrase: 'the requested roles',
      description: 'Names of the requested Azure roles.',
      values: ['Owner', 'Reader'],
      exhaustive: false,
      kinds: roleKinds,
    },
    privileged: {
      type: 'bool',
      phrase: 'the request grants a role that can change permissions',
      otherwise: 'the request doesn’t grant a role that can change permissions',
      description: 'True if a requested role can change permissions, or if its actions in Azure are unknown.',
      kinds: roleKinds,
    },
    extends: {
      type: 'bool',
      phrase: 'the request extends access that the requester has',
      otherwise: 'the request does not extend access that the requester has',
      description: 'True if the requester has the access and requests an extension.',
      kinds: timedKinds,
    },
  },
  target: {
    kind: {
      type: 'string',
      phrase: 'the kind of target',
      description: 'account, sandbox or policy; empty if the request creates a new one.',
      values: ['account', 'sandbox', 'policy'],
      kinds: ['accountUpdate', 'accessRequest', 'pimActivation', ...sandboxKinds, 'policyChange'],
    },
    name: { type: 'string', phrase: 'the target’s name', description: 'Name of the account, sandbox or policy.' },
    environment: {
      type: 'string',
      phrase: 'the environment',
      description: 'Environment of the account; sandboxes are development.',
      values: ['production', 'preproduction', 'test', 'development'],
      kinds: [...accountKinds, ...sandboxKinds],
    },
    criticality: {
      type: 'string',
      phrase: 'the criticality',
      description: 'Criticality of the account; tier1 is the highest.',
      values: ['tier1', 'tier2', 'tier3', 'tier4'],
      kinds: accountKinds,
    },
    dataClassification: {
      type: 'string',
      phrase: 'the data',
      description: 'Data classification of the account.',
      values: ['public', 'internal', 'confidential', 'restricted'],
      kinds: accountKinds,
    },
    tower: { type: 'string', phrase: 'the tower', description: 'Code of the tower.', kinds: [...accountKinds, ...sandboxKinds] },
    family: { type: 'string', phrase: 'the family', description: 'Name of the family.', kinds: accountKinds },
    usualBudget: {
      type: 'double',
      phrase: 'the usual budget in the family',
      isMoney: true,
      description: `Median budget of the family’s active accounts in the same environment, without accounts of the requester; 0 if there are fewer than ${minMedianBudgets}.`,
      kinds: accountKinds,
    },
  },
  requester: {
    department: { type: 'string', phrase: 'the requester’s department', description: 'The requester’s department in the directory.' },
    jobTitle: { type: 'string', phrase: 'the requester’s job title', description: 'The requester’s job title in the directory.' },
    roles: {
      type: 'list<string>',
      phrase: 'the requester’s roles in Slipway',
      description: 'The requester’s Slipway roles at the last sign-in.',
      values: ['Slipway.Admin', 'Slipway.Auditor'],
      exhaustive: false,
    },
    owner: {
      type: 'bool',
      phrase: 'the requester owns the account or sandbox',
      otherwise: 'the requester does not own the account or sandbox',
      description: 'True if the requester owns the account or sandbox.',
      kinds: ['accountUpdate', 'accessRequest', 'pimActivation', ...sandboxKinds],
    },
    ownedAccounts: {
      type: 'double',
      phrase: 'the number of accounts that the requester owns',
      description: 'Number of active accounts that the requester owns.',
    },
    liveSandboxes: {
      type: 'double',
      phrase: 'the number of sandboxes that the requester has',
      description: 'Number of sandboxes that the requester requested and that aren’t deleted.',
    },
    approved: {
      type: 'double',
      phrase: 'the number of the requester’s approved requests',
      description: 'Number of the requester’s requests that a person approved in the last 90 days.',
    },
    rejected: {
      type: 'double',
      phrase: 'the number of the requester’s rejected requests',
      description: 'Number of the requester’s requests that a person rejected in the last 90 days.',
    },
    overruns: {
      type: 'double',
      phrase: 'the number of the requester’s sandboxes that used up their budget',
      description: 'Number of the requester’s sandboxes that used up their budget in the last 90 days.',
    },
  },
  risk: {
    score: { type: 'double', phrase: 'the risk', description: 'Possible damage, from 0 (none) to 100.' },
    reasons: {
      type: 'list<string>',
      phrase: 'the reasons for the risk',
      description: 'Reasons for the score as text, highest weight first.',
    },
  },
} as const satisfies Record<string, Record<string, DescribedFact>>

interface Types {
  string: string
  double: number
  bool: boolean
  'list<string>': string[]
}
type FactDefinitions = typeof facts

/**
 * Facts of a request in policy conditions: the CEL variables `request`, `target`, `requester` and `risk`. All fields are always set; a
 * field that does not apply is empty, zero or false. Amounts of money are in major units.
 */
export type PolicyFacts = {
  -readonly [V in keyof FactDefinitions]: {
    -readonly [F in keyof FactDefinitions[V]]: FactDefinitions[V][F] extends { type: infer T extends keyof Types } ? Types[T] : never
  }
}

export const factTypes: Record<string, Record<string, string>> = Object.fromEntries(
  Object.entries(facts).map(([name, fields]) => [
    name,
    Object.fromEntries(Object.entries<DescribedFact>(fields).map(([field, { type }]) => [field, type])),
  ]),
)

interface Fact extends DescribedFact {
  path: string
}

export const factCatalogue: Fact[] = Object.entries(facts).flatMap(([name, fields]) =>
  Object.entries<DescribedFact>(fields).map(([field, fact]) => ({ path: `${name}.${field}`, ...fact })),
)

export function emptyFacts(): PolicyFacts {
  const empty = { string: '', double: 0, bool: false }
  return Object.fromEntries(
    Object.entries(facts).map(([name, fields]) => [
      name,
      Object.fromEntries(
        Object.entries<DescribedFact>(fields).map(([field, { type }]) => [field, type === 'list<string>' ? [] : empty[type]]),
      ),
    ]),
  ) as unknown as PolicyFacts
}

/** Returns the recorded facts. Facts that Slipway did not record when the request was submitted are empty. */
export function recordedFacts(recorded: unknown): PolicyFacts {
  const none = emptyFacts()
  const partialFacts = recorded as Partial<PolicyFacts>
  return {
    request: { ...none.request, ...partialFacts.request },
    target: { ...none.target, ...partialFacts.target },
    requester: { ...none.requester, ...partialFacts.requester },
    risk: { ...none.risk, ...partialFacts.risk },
  }
}
