import { Failure, type FieldProblem } from '../../../errors.ts'
import type { NewSandboxTemplate } from './schemas.ts'

const rises = (numbers: number[]) => numbers.every((number, index) => index === 0 || number > numbers[index - 1]!)

/** What no single field shows to be wrong. */
export function templateProblems(template: NewSandboxTemplate): FieldProblem[] {
  const { thresholds, reminderHours, approval, groups, visibility, visibleTo } = template
  const problems: FieldProblem[] = []
  const refuse = (wrong: boolean, field: string, message: string) => wrong && problems.push({ field, message })
  refuse(template.defaultBudget > template.maxBudget, 'defaultBudget', 'The usual budget is above the highest one.')
  refuse(template.defaultHours > template.maxHours, 'defaultHours', 'The usual time is longer than the longest.')
  refuse(!rises(thresholds.map(({ percent }) => percent)), 'thresholds', 'Put thresholds in rising order, each percentage once.')
  const freezing = thresholds.findIndex(({ action }) => action === 'freeze')
  refuse(
    freezing >= 0 && freezing < thresholds.length - 1,
    'thresholds',
    'Only the last threshold may freeze: nothing is spent after that.',
  )
  refuse(!rises(reminderHours.toReversed()), 'reminderHours', 'Put reminders in falling order: the earliest first.')
  const bounds = [approval.budget, approval.hours, approval.cleanRecord || undefined].filter((bound) => bound !== undefined)
  refuse(approval.mode === 'within' && bounds.length === 0, 'approval', 'Say within which budget or time nobody has to decide.')
  refuse(approval.mode !== 'within' && bounds.length > 0, 'approval', 'Bounds are only for approval within bounds. Leave them out.')
  refuse(new Set(groups.map(({ suffix }) => suffix)).size < groups.length, 'groups', 'Two groups have the same name.')
  refuse(visibility === 'groups' && visibleTo.length === 0, 'visibleTo', 'Name the groups whose members see it.')
  return problems
}

/** @throws invalidRequest naming every bad field */
export function requireSound(template: NewSandboxTemplate): void {
  const errors = templateProblems(template)
  if (errors.length > 0) throw new Failure('invalidRequest', errors.map(({ message }) => message).join(' '), { errors })
}
