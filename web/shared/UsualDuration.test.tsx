import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import type { Run } from './requestTypes.ts'
import { runTimelineLabels } from './runTimelineLabels.ts'
import { UsualDuration } from './UsualDuration.tsx'
import { describeRunDuration } from './waits.ts'

const run = (usualSeconds?: number | null) => ({ steps: [], usualSeconds }) as unknown as Run
const lineOf = (usualSeconds?: number | null) => renderToStaticMarkup(<UsualDuration run={run(usualSeconds)} />)

it('shows how long runs of this kind usually take, unless too few are known', () => {
  expect(lineOf(250)).toContain(runTimelineLabels.usualDuration)
  expect(lineOf(250)).toContain(describeRunDuration(250))
  expect(lineOf(null)).not.toContain(runTimelineLabels.usualDuration)
  expect(lineOf()).not.toContain(runTimelineLabels.usualDuration)
})
