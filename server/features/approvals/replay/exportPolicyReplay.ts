import { csvExport } from '../../../http/csv.ts'
import { exportRows } from '../../../http/exportRows.ts'
import { listAllIds, sortByIds } from '../../../http/list.ts'
import { operation, replyFile } from '../../../http/operation.ts'
import { PolicyVersionId } from '../policies/schemas.ts'
import { loadChanges } from './changes.ts'
import { changeLabels, describeReplayOutcome, votesLabels } from './labels.ts'
import { replayChangeList } from './list.ts'
import { inReplay, requireVersion } from './queries.ts'

const header = [
  'Reference',
  'Subject',
  'Requester',
  'Requested',
  'Result',
  'Decided by',
  'Actual',
  'Simulated',
  'Change',
  'Note',
  'Risk',
].concat(['Waited (hours)', 'Simulated wait (hours)', 'Notifications', 'Simulated notifications'])
const hours = (value: number | null) => (value === null ? '' : value.toFixed(1))

export const exportPolicyReplay = operation({
  id: 'exportPolicyReplay',
  method: 'GET',
  path: '/approval-policies/{id}/versions/{version}/replay/changes/export.csv',
  tag: 'approval-policies',
  summary: 'Export the changes of a policy replay as CSV',
  access: 'adminOrAuditor',
  params: PolicyVersionId,
  ...csvExport,
  errors: ['notFound', 'tooManyRequests'],
  async handler({ db, actor, params, audit }) {
    await requireVersion(db, params)
    audit({ subject: { kind: 'approvalPolicy', id: params.id } })
    const rows = await exportRows(db, {
      personId: actor.id,
      header,
      ids: (tx) => listAllIds(tx, replayChangeList, {}, inReplay(params)),
      lines: async (tx, ids) =>
        sortByIds(ids, await loadChanges(tx, params, ids)).map((each) => [
          each.reference,
          each.name,
          each.requester.displayName,
          each.requestedAt,
          each.status,
          each.decidedBy?.displayName ?? '',
          describeReplayOutcome(each.actual),
          describeReplayOutcome(each.simulated),
          each.simulated.votes ? votesLabels[each.simulated.votes] : changeLabels[each.change],
          [...(each.remark ? [each.remark] : []), ...(each.simulated.differences ?? [])].join('; '),
          String(each.risk),
          hours(each.waits.before),
          hours(each.waits.after),
          String(each.notifications.before),
          String(each.notifications.after),
        ]),
    })
    return replyFile(`policy-replay-version-${params.version}.csv`, rows)
  },
})
