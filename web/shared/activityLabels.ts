import { actionLabels as labels } from '../../client/actionLabels.ts'
import { outcomeLabel } from './activityOutcome.tsx'

/** Returns the label of an operation. Without a label, the name is split: `listResources` is "Viewed resources". */
export function actionOf(operation: string): string {
  if (hasLabel(operation)) return labels[operation]
  const text = operation
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^(?:get|list) /, 'viewed ')
    .replace(/\bapi\b/, 'API')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const hasLabel = (operation: string): operation is keyof typeof labels => Object.hasOwn(labels, operation)

/** Labels are in the past tense, so the outcome precedes the label of an action that wasn't done: `Denied: Deleted sandbox`. */
export const withOutcome = (label: string, outcome: string): string =>
  outcome === 'allowed' ? label : `${outcomeLabel(outcome)}: ${label}`
