import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { csvExport } from '../../../http/csv.ts'
import { exportRows } from '../../../http/exportRows.ts'
import { ListQuery, listAllIds, sortByIds } from '../../../http/list.ts'
import { operation, replyFile } from '../../../http/operation.ts'
import { csvColumns } from './csvColumns.ts'
import { accountList, existingAccounts } from './list.ts'
import { accountRows, presentAccount } from './queries.ts'

/** @throws invalidRequest for an unknown column */
function chooseColumns(text: string | undefined) {
  const names = text === undefined ? Object.keys(csvColumns) : [...new Set(text.split(','))]
  return names.map((name) => {
    const column = Object.hasOwn(csvColumns, name) ? csvColumns[name] : undefined
    if (column) return column
    const message = `There is no column "${name.slice(0, 60)}". Columns: ${Object.keys(csvColumns).join(', ')}.`
    throw new Failure('invalidRequest', message, { errors: [{ field: 'columns', message }] })
  })
}

export const exportAccounts = operation({
  id: 'exportAccounts',
  method: 'GET',
  path: '/accounts/adv/export.csv',
  tag: 'accounts',
  summary: 'Export accounts as CSV',
  description: 'Exports the accounts and fields that the list shows you. You can run one export at a time.',
  access: 'signedIn',
  canLag: true,
  query: Type.Object(
    {
      ...Type.Pick(ListQuery, ['sort', 'filter', 'search']).properties,
      columns: Type.Optional(
        Type.String({
          maxLength: 400,
          pattern: '^\\w+(,\\w+)*$',
          description: `Columns to export, in order; default: all of ${Object.keys(csvColumns).join(',')}.`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  ...csvExport,
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now, audit }) {
    const { columns, ...list } = query
    const shownColumns = chooseColumns(columns)
    const stream = await exportRows(db, {
      personId: actor.id,
      header: shownColumns.flatMap(({ headers }) => headers),
      ids: (tx) => listAllIds(tx, accountList(actor), list, existingAccounts),
      async lines(tx, ids) {
        const rows = await accountRows(tx).where('accounts.id', 'in', ids).execute()
        return sortByIds(ids, rows).map((row) => {
          const account = presentAccount(actor, row)
          return shownColumns.flatMap(({ cells }) => cells(account))
        })
      },
    })
    audit({ subject: { kind: 'accountList', id: 'accounts' }, after: query })
    return replyFile(`accounts-${now().toISOString().slice(0, 10)}.csv`, stream)
  },
})
