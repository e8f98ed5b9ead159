import type { Simulator } from '../core/simulator.ts'
import type { Row } from './kql.ts'
import type { SimSubscription } from './subscriptionStore.ts'

/** Rows are generated as they are read. Resource Graph itself adds `subscriptionId` and `tenantId`. */
export type GraphTable = (sim: Simulator, subscription: SimSubscription) => Iterable<Row>
