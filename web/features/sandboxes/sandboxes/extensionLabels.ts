import { describeSpan } from './labels.ts'

export const extensionLabels = {
  of: (sandbox: string) => `Extend ${sandbox}`,
  submit: 'Extend sandbox',
  needsApproval: 'Needs approval.',
  immediate: 'The sandbox is extended immediately.',
  outcome: 'Outcome',
  newEnd: 'New end',
  newBudget: 'New budget',
  expected: 'Expected spend by then',
  left: 'Extensions left',
  hours: 'More time',
  budget: 'More budget',
  noOutcome: 'Correct the fields above to see the outcome.',
} as const

/** More budget without more time also counts as an extension. */
export function describeExtensionsLeft(extensionsLeft: number, isOnlyBudget: boolean): string {
  const number = extensionsLeft === 0 ? 'None after this one' : `${extensionsLeft} after this one`
  return isOnlyBudget ? `${number}. More budget counts as an extension.` : number
}

/** Describes what a granted extension added. */
export function describeExtension(hours: number, money: string | undefined): string {
  const time = hours > 0 ? `The lease is ${describeSpan(hours)} longer` : 'The end date is unchanged'
  return money === undefined ? `${time}. The budget is unchanged.` : `${time}, and the budget is ${money} higher.`
}
