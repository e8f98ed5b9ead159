import { checkConnector } from './checkConnector.ts'
import { listCaches } from './listCaches.ts'
import { listConnectors } from './listConnectors.ts'
import { listInvariants } from './listInvariants.ts'
import { listPeopleWithoutEmployeeNumber } from './listPeopleWithoutEmployeeNumber.ts'
import { listQueues } from './listQueues.ts'
import { listSlowQueries } from './listSlowQueries.ts'
import { pauseQueue } from './pauseQueue.ts'
import { recheckInvariants } from './recheckInvariants.ts'
import { refreshCache } from './refreshCache.ts'
import { resumeQueue } from './resumeQueue.ts'
import { retryQueue } from './retryQueue.ts'

export const cockpitOperations = [
  listQueues,
  retryQueue,
  pauseQueue,
  resumeQueue,
  listConnectors,
  checkConnector,
  listCaches,
  refreshCache,
  listSlowQueries,
  listInvariants,
  recheckInvariants,
  listPeopleWithoutEmployeeNumber,
]
