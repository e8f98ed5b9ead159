import { invariants } from '../../../db/invariants.ts'
import { kindTitles } from '../../../runs/labels.ts'
import { servicePurposes } from '../cockpit/connectors.ts'
import { queueTitles } from '../cockpit/queues.ts'

export const knownServices: ReadonlySet<string> = new Set(Object.keys(servicePurposes))
export const knownQueues: ReadonlySet<string> = new Set(Object.keys(queueTitles))
export const knownRunKinds: ReadonlySet<string> = new Set(Object.keys(kindTitles))
export const knownInvariants: ReadonlySet<string> = new Set(invariants.map(({ name }) => name))
