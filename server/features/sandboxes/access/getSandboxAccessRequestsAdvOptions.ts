import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { visibleRequests } from '../../access/requests/visibility.ts'
import { sandboxRequestList } from './list.ts'
import { optionNames } from './optionNames.ts'

export const getSandboxAccessRequestsAdvOptions = operation({
  id: 'getSandboxAccessRequestsAdvOptions',
  method: 'GET',
  path: '/sandbox-access/access-requests/adv/options',
  tag: 'sandbox-access',
  summary: 'List the filter and sort fields of sandbox access requests, with counts',
  access: 'signedIn',
  query: OptionsQuery,
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now }) {
    return describeList(db, sandboxRequestList, query, await visibleRequests(db, actor, now(), 'sandbox'), optionNames(actor))
  },
})
