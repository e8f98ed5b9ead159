import { Failure, type FieldProblem } from '../../../errors.ts'
import type { NewSandboxTemplate } from './schemas.ts'

const isAscending = (numbers: number[]) => numbers.every((number, index) => index === 0 || number > numbers[index - 1]!)

export function templateProblems(template: NewSandboxTemplate): FieldProblem[] {
  const { thresholds, reminderHours, approval, groups, visibility, visibleTo } = template
  const problems: FieldProblem[] = []
  const addProblem = (isInvalid: boolean, field: string, message: string) => isInvalid && problems.push({ field, message })
  addProblem(template.defaultBudget > template.maxBudget, 'defaultBudget', 'The default budget is above the maximum.')
  addProblem(template.defaultHours > template.maxHours, 'defaultHours', 'The default lease is longer than the maximum.')
  addProblem(
    !isAscending(thresholds.map(({ percent }) => percent)),
    'thresholds',
    'Enter thresholds in ascending order, each percentage once.',
  )
  const freezing = thresholds.findIndex(({ action }) => action === 'freeze')
  addProblem(
    freezing >= 0 && freezing < thresholds.length - 1,
    'thresholds',
    'Only the last threshold can freeze, because a frozen sandbox reaches no further threshold.',
  )
  addProblem(!isAscending(reminderHours.toReversed()), 'reminderHours', 'Enter reminders in descending order of hours.')
  const bounds = [approval.budget, approval.hours, approval.cleanRecord || undefined].filter((setBound) => setBound !== undefined)
  addProblem(approval.mode === 'within' && bounds.length === 0, 'approval', 'Enter the maximum budget or duration without approval.')
  addProblem(
    approval.mode !== 'within' && bounds.length > 0,
    'approval',
    'Limits apply only if the approval mode is within limits. Remove the limits.',
  )
  addProblem(new Set(groups.map(({ suffix }) => suffix)).size < groups.length, 'groups', 'Two groups have the same name.')
  addProblem(visibility === 'groups' && visibleTo.length === 0, 'visibleTo', 'Choose the groups whose members can see the template.')
  return problems
}

/** @throws invalidRequest with every invalid field */
export function requireValidTemplate(template: NewSandboxTemplate): void {
  const errors = templateProblems(template)
  if (errors.length > 0) throw new Failure('invalidRequest', errors.map(({ message }) => message).join(' '), { errors })
}
