import { systemActions } from '../../../audit/systemActions.ts'
import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { auditList, findNamed } from './list.ts'

const withActionLabel = <T extends { value: string; label: string }>(value: T): T => ({
  ...value,
  label: (systemActions as Record<string, string>)[value.value] ?? value.label,
})

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
      fields: fields.map((field) =>
        field.name === 'operation' && 'values' in field ? { ...field, values: field.values.map(withActionLabel) } : field,
      ),
    }
  },
})
