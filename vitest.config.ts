import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { maxWaitMs } from './test/until.ts'

const exclude = ['**/node_modules/**', '**/.slipway/**', '**/dist/**']

/** These turn the clock of the whole process, so each gets a process of its own. */
const turnTheClock = ['client/**/*.test.ts', 'simulator/arm/arm.test.ts', 'server/clients/cached.test.ts']

const journeys = ['/screens.e2e.', '/kit.e2e.', '/requestAccount.e2e.', '/insightsSecurityCost.e2e.', '/contract.e2e.', '/start.e2e.']

/** Files that take minutes run first, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = [
      '/test/crash/',
      '/test/faults/',
      '/test/contract/',
      '/test/adversary/',
      '/cleanUpMany.',
      '/parsers/',
      '/words.',
      ...journeys,
      '',
    ]
    const rank = ({ moduleId }: TestSpecification) => order.findIndex((part) => moduleId.includes(part))
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // The timeout ends tests that hang, not slow ones: it is twice as long as `until` waits.
    testTimeout: 2 * maxWaitMs,
    hookTimeout: 2 * maxWaitMs,
    retry: { count: 2, delay: 2_000 }, // what passes only then is named at the end of the run
    expect: { poll: { timeout: maxWaitMs } },
    maxWorkers: 6, // tests of crashes and faults wait most of the time, so six keep two cores busy
    execArgv: ['--max-semi-space-size=64'], // garbage collection took 8 % of a worker's time
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/globalSetup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...exclude, ...turnTheClock, 'test/e2e/**'],
          isolate: false, // loading the server again for each file would take half of the time
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'clock',
          include: turnTheClock,
          exclude,
          maxWorkers: 2, // each process loads the server again
          sequence: { groupOrder: 2 }, // beside the unit tests, its processes would replace theirs, which have loaded the server
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.test.ts'],
          exclude,
          isolate: false,
          maxWorkers: 4, // a journey with its browser and server keeps half of a core busy
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
