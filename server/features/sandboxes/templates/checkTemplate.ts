import { Failure, type FieldProblem } from '../../../errors.ts'
import type { NewSandboxTemplate } from './schemas.ts'

const rises = (numbers: number[]) => numbers.every((number, index) => index === 0 || number > numbers[index - 1]!)

export function templateProblems(template: NewSandboxTemplate): FieldProblem[] {
  const { thresholds, reminderHours, approval, groups, visibility, visibleTo } = template
  const problems: FieldProblem[] = []
  const refuse = (wrong: boolean, field: string, message: string) => wrong && problems.push({ field, message })
  refuse(template.defaultBudget > template.maxBudget, 'defaultBudget', 'The default budget is above the maximum.')
  refuse(template.defaultHours > template.maxHours, 'defaultHours', 'The default lease is longer than the maximum.')
  refuse(!rises(thresholds.map(({ percent }) => percent)), 'thresholds', 'Enter thresholds in rising order, each percentage once.')
  const freezing = thresholds.findIndex(({ action }) => action === 'freeze')
  refuse(
    freezing >= 0 && freezing < thresholds.length - 1,
    'thresholds',
    'Only the last threshold can freeze, because nothing is spent after that.',
  )
  refuse(!rises(reminderHours.toReversed()), 'reminderHours', 'Enter reminders in falling order, earliest first.')
  const bounds = [approval.budget, approval.hours, approval.cleanRecord || undefined].filter((bound) => bound !== undefined)
  refuse(approval.mode === 'within' && bounds.length === 0, 'approval', 'Enter the budget or time within which no approval is needed.')
  refuse(approval.mode !== 'within' && bounds.length > 0, 'approval', 'Limits apply only to approval within limits. Remove them.')
  refuse(new Set(groups.map(({ suffix }) => suffix)).size < groups.length, 'groups', 'Two groups have the same name.')
  refuse(visibility === 'groups' && visibleTo.length === 0, 'visibleTo', 'Choose the groups whose members can see it.')
  return problems
}

/** @throws invalidRequest naming every bad field */
export function requireSound(template: NewSandboxTemplate): void {
  const errors = templateProblems(template)
  if (errors.length > 0) throw new Failure('invalidRequest', errors.map(({ message }) => message).join(' '), { errors })
}
