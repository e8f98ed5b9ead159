import { actionLabel } from '../../../audit/actionLabel.ts'
import { type Outcome, outcomeLabels } from '../../../audit/outcome.ts'
import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { auditList, findNamed } from './list.ts'

const labelOf: Partial<Record<string, (value: string) => string>> = {
  operation: actionLabel,
  outcome: (value) => outcomeLabels[value as Outcome],
}

export const getAuditEventOptions = operation({
  id: 'getAuditEventOptions',
  method: 'GET',
  path: '/audit/events/options',
  tag: 'audit',
  summary: 'List the filter fields of audit events, with their values',
  access: 'adminOrAuditor',
  canLag: true,
  query: OptionsQuery,
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  async handler({ db, query: { search, ...query } }) {
    const { fields } = await describeList(db, auditList, query, await findNamed(db, search))
    return {
      fields: fields.map((field) => {
        const label = labelOf[field.name]
        if (!label || !('values' in field)) return field
        return { ...field, values: field.values.map((each) => ({ ...each, label: label(each.value) })) }
      }),
    }
  },
})
