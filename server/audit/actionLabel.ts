import { callLabels } from './callLabels.ts'
import { systemActions } from './systemActions.ts'

const labels: Partial<Record<string, string>> = { ...systemActions, ...callLabels }

/** Returns the label of an operation or system action as screens show it. Reads without a label are “Viewed …”. */
export function actionLabel(operation: string): string {
  if (Object.hasOwn(labels, operation)) return labels[operation]!
  const text = operation
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^(?:get|list) /, 'viewed ')
    .replace(/\bapi\b/, 'API')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
