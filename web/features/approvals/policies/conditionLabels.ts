import type { Comparison, ConditionRows } from './conditionRows.ts'
import type { Fact, PolicyKind } from './types.ts'

export const comparisonLabels: Record<Comparison, string> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  startsWith: 'starts with',
  max: 'is at most',
  min: 'is at least',
  lessThan: 'is less than',
  moreThan: 'is more than',
  equals: 'is exactly',
  isTrue: 'Yes',
  isFalse: 'No',
  includes: 'include',
  excludes: 'don’t include',
}

export const joinLabels: Record<ConditionRows['join'], string> = {
  all: 'All of these must be true',
  any: 'At least one of these must be true',
}

export const conditionLabels = {
  condition: 'Condition',
  join: 'Matches if',
  asCode: 'Edit as code',
  asList: 'Edit as list',
  onlyCode: 'This condition can be edited only as code.',
  add: 'Add a fact',
  searchFacts: 'Search facts',
  chooseValues: 'Choose or type',
  noValue: 'Enter a value.',
  unknownValue: (value: string) => `This fact is never “${value}”.`,
  emptyValue: '(empty)',
  comparisonOf: (fact: string) => `${fact}: comparison`,
  valueOf: (fact: string) => `${fact}: value`,
  remove: (fact: string) => `Remove ${fact}`,
}

export const factsOfKind = (facts: readonly Fact[], kind: PolicyKind): Fact[] => facts.filter(({ kinds }) => kinds.includes(kind))

/** Returns the fact's name as the start of a line: “the environment” becomes “Environment”. */
export function factName({ phrase }: Pick<Fact, 'phrase'>): string {
  const name = phrase.replace(/^the /, '')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
