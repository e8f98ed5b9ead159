interface DescribedFact {
  type: 'string' | 'double' | 'bool' | 'list<string>'
  /** Wording in a sentence: “the environment”; for a boolean, the sentence if it is true. */
  phrase: string
  otherwise?: string
  description: string
  values?: readonly string[]
  /** Sentences for a value and for its negation: “it ends the account”. */
  meaning?: Readonly<Record<string, readonly [so: string, otherwise: string]>>
}

const facts = {
  request: {
    change: {
      type: 'string',
      phrase: 'the kind of change',
      description:
        'For account changes: catalogue, decommission or details; for sandbox requests: new or extension; otherwise empty. Owners change details themselves: a rule can reject them, but no approval is requested.',
      values: ['catalogue', 'decommission', 'details', 'new', 'extension'],
      meaning: {
        catalogue: ['its services change', 'its services do not change'],
        decommission: ['the account is decommissioned', 'the account is not decommissioned'],
        details: ['only its details change', 'more than its details changes'],
        new: ['it is for a new one', 'it is not for a new one'],
        extension: ['it is for more of one that is there', 'it is not for more of one that is there'],
      },
    },
    items: { type: 'list<string>', phrase: 'the catalogue items', description: 'Names of the catalogue items.' },
    restrictedItems: {
      type: 'bool',
      phrase: 'some of its catalogue items have their own approvers',
      otherwise: 'no catalogue item has its own approvers',
      description: 'Some of the catalogue items have their own approvers.',
    },
    workload: {
      type: 'string',
      phrase: 'the workload',
      description: 'Workload of an account request.',
      values: ['Production', 'DevTest'],
    },
    region: { type: 'string', phrase: 'the region', description: 'The region, as Azure spells it.', values: ['uksouth', 'ukwest'] },
    connectivity: {
      type: 'string',
      phrase: 'the network',
      description: 'Network of an account request.',
      values: ['none', 'internet', 'corporate'],
    },
    budget: {
      type: 'double',
      phrase: 'the budget',
      description: 'In whole units of its currency: monthly for accounts, in total for sandboxes.',
    },
    estimate: { type: 'double', phrase: 'the estimate of its catalogue items', description: 'Monthly cost of the catalogue items.' },
    hours: { type: 'double', phrase: 'the requested time in hours', description: '0 means permanent, or not applicable.' },
    roles: { type: 'list<string>', phrase: 'the roles it gives', description: 'Names of the roles in Azure.', values: ['Owner', 'Reader'] },
    privileged: {
      type: 'bool',
      phrase: 'it gives a role that can change permissions',
      otherwise: 'it gives no role that can change permissions',
      description: 'One of the roles can change permissions, by its actions in Azure. Roles with unknown actions count.',
    },
    extends: {
      type: 'bool',
      phrase: 'it lengthens what the requester has',
      otherwise: 'it lengthens nothing that the requester has',
      description: 'The requester has access and requests an extension.',
    },
  },
  target: {
    kind: {
      type: 'string',
      phrase: 'the kind of target',
      description: 'Account, sandbox or policy; empty for new ones.',
      values: ['account', 'sandbox', 'policy'],
    },
    name: { type: 'string', phrase: 'the target’s name', description: 'Name of the account, sandbox or policy.' },
    environment: {
      type: 'string',
      phrase: 'the environment',
      description: 'Environment of the account; sandboxes are development.',
      values: ['production', 'preproduction', 'test', 'development'],
    },
    criticality: {
      type: 'string',
      phrase: 'the criticality',
      description: 'Criticality of the account; tier1 is the highest.',
      values: ['tier1', 'tier2', 'tier3', 'tier4'],
    },
    dataClassification: {
      type: 'string',
      phrase: 'the data',
      description: 'Data classification of the account.',
      values: ['public', 'internal', 'confidential', 'restricted'],
    },
    tower: { type: 'string', phrase: 'the tower', description: 'The tower’s code.' },
    family: { type: 'string', phrase: 'the family', description: 'The family’s name.' },
    usualBudget: {
      type: 'double',
      phrase: 'the usual budget in its family',
      description: 'Median budget of the family’s active accounts in the same environment; 0 if unknown.',
    },
  },
  requester: {
    department: { type: 'string', phrase: 'the requester’s department', description: 'Department in the directory.' },
    jobTitle: { type: 'string', phrase: 'the requester’s job title', description: 'Job title in the directory.' },
    roles: {
      type: 'list<string>',
      phrase: 'the requester’s roles in Slipway',
      description: 'Roles at the last sign-in.',
      values: ['Slipway.Admin', 'Slipway.Auditor'],
    },
    owner: {
      type: 'bool',
      phrase: 'the requester owns it',
      otherwise: 'the requester does not own it',
      description: 'The requester is an owner of the account or sandbox.',
    },
    ownedAccounts: { type: 'double', phrase: 'the number of accounts the requester owns', description: 'Active accounts only.' },
    liveSandboxes: {
      type: 'double',
      phrase: 'the number of sandboxes the requester has',
      description: 'Sandboxes that they requested and that are not deleted.',
    },
    approved: {
      type: 'double',
      phrase: 'the number of the requester’s approved requests',
      description: 'Approved by a person in the last 90 days.',
    },
    rejected: {
      type: 'double',
      phrase: 'the number of the requester’s rejected requests',
      description: 'Rejected by a person in the last 90 days.',
    },
    overruns: {
      type: 'double',
      phrase: 'the number of the requester’s sandboxes that used up their budget',
      description: 'Overruns in the last 90 days.',
    },
  },
  risk: {
    score: { type: 'double', phrase: 'the risk', description: '0 (none) to 100; docs/policies.md says what adds to it.' },
    reasons: { type: 'list<string>', phrase: 'the reasons for the risk', description: 'As text, highest weight first.' },
  },
} as const satisfies Record<string, Record<string, DescribedFact>>

interface Types {
  string: string
  double: number
  bool: boolean
  'list<string>': string[]
}
type Described = typeof facts

/**
 * Facts of a request in policy conditions: the CEL variables `request`, `target`, `requester` and `risk`. All fields are always set; a
 * field that does not apply is empty, zero or false. Money is in major units.
 */
export type PolicyFacts = {
  -readonly [V in keyof Described]: {
    -readonly [F in keyof Described[V]]: Described[V][F] extends { type: infer T extends keyof Types } ? Types[T] : never
  }
}

export const factTypes: Record<string, Record<string, string>> = Object.fromEntries(
  Object.entries(facts).map(([name, fields]) => [
    name,
    Object.fromEntries(Object.entries<DescribedFact>(fields).map(([field, { type }]) => [field, type])),
  ]),
)

export interface Fact extends DescribedFact {
  path: string
}

export const factCatalogue: Fact[] = Object.entries(facts).flatMap(([name, fields]) =>
  Object.entries<DescribedFact>(fields).map(([field, fact]) => ({ path: `${name}.${field}`, ...fact })),
)

export function noFacts(): PolicyFacts {
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

/** Returns recorded facts; facts that Slipway did not record then are empty. */
export function recordedFacts(recorded: unknown): PolicyFacts {
  const none = noFacts()
  const known = recorded as Partial<PolicyFacts>
  return {
    request: { ...none.request, ...known.request },
    target: { ...none.target, ...known.target },
    requester: { ...none.requester, ...known.requester },
    risk: { ...none.risk, ...known.risk },
  }
}
