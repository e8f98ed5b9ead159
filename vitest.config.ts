import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/.slipway/**', '**/dist/**']

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 3, // most tests wait half of the time: three keep two cores busy
    globalSetup: ['test/globalSetup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...exclude, 'test/e2e/**'],
          testTimeout: 15_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.test.ts'],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
