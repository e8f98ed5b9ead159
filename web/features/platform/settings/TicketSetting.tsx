import { Plus, X } from 'lucide-react'
import { problemOf } from '../../../api/problem.ts'
import { confirmFirst } from '../../../api/stepUp.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { isAllowed, reasonOf } from '../../../shared/reasonOf.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { SaveSetting } from './SaveSetting.tsx'
import { TicketRulesFields } from './TicketRulesFields.tsx'
import { ticketLabels } from './ticketLabels.ts'
import { draftOf, newRole, policyOf, problemsOf, type RoleRules, roleField, type TicketPolicy } from './ticketRules.ts'
import type { Setting } from './types.ts'
import { useSettingDraft } from './useSettingDraft.ts'

export function TicketSetting({ setting }: { setting: Setting }) {
  const canChange = isAllowed(setting, 'change')
  const fallback = setting.defaultValue as TicketPolicy
  const { draft, setDraft, isUnchanged, send, save } = useSettingDraft(
    setting,
    (value) => draftOf(value as TicketPolicy),
    ({ common, roles }) => policyOf(common, roles, fallback),
  )
  const { common, roles } = draft
  const setRoles = (next: RoleRules[]) => setDraft({ common, roles: next })
  const form = useForm(send, problemsOf(common, roles), async () => {
    try {
      await save()
    } catch (error) {
      if (problemOf(error).code === 'stepUpNeeded') confirmFirst(`Change “${setting.title}”`)
      throw error
    }
  })
  const setRole = (index: number, part: Partial<RoleRules>) =>
    setRoles(roles.map((role, position) => (position === index ? { ...role, ...part } : role)))
  return (
    <Form onSubmit={form.submit} className="space-y-4">
      <FormProblem problem={form.problem?.code === 'stepUpNeeded' ? undefined : form.problem} />
      <p className="text-sm text-ink-2">{setting.description}</p>
      <TicketRulesFields rules={common} fallback={fallback} errorOf={form.errorOf} onChange={(next) => setDraft({ common: next, roles })} />
      <FieldGroup label={ticketLabels.roles} hint={ticketLabels.rolesHint} optional>
        <ul className="space-y-3">
          {roles.map((role, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a role has no identity until its ID is entered
            <li key={index} className="relative space-y-4 rounded-md border border-line p-3">
              <fieldset aria-label={ticketLabels.role(index + 1)} className="space-y-4">
                <TextField
                  label={ticketLabels.roleId}
                  className="pr-9"
                  mono
                  spellCheck={false}
                  {...form.text(roleField(index), role.id, (id) => setRole(index, { id }))}
                />
                <TicketRulesFields
                  isSingleRole
                  rules={role.rules}
                  fallback={policyOf(common, roles, fallback)}
                  onChange={(rules) => setRole(index, { rules })}
                />
              </fieldset>
              {canChange && (
                <span className="absolute top-2 right-2">
                  <IconButton
                    size="sm"
                    icon={X}
                    label={ticketLabels.removeRole(role.id || ticketLabels.role(index + 1))}
                    onClick={() => setRoles(roles.filter((_, position) => position !== index))}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
        {canChange && (
          <Button size="sm" icon={Plus} className="mt-2" onClick={() => setRoles([...roles, newRole])}>
            {ticketLabels.addRole}
          </Button>
        )}
      </FieldGroup>
      <SaveSetting deniedReason={reasonOf(setting, 'change')} busy={form.busy} isUnchanged={isUnchanged} />
    </Form>
  )
}
