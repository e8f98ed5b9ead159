import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

/** Where the API listens in development. */
const api = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`

/**
 * Each file costs a request: what every screen needs is one file, and what many need beside it comes in a few. Share counts are numbers of
 * screens, sizes are bytes before compression.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'entry', tags: ['$initial'], priority: 3 },
  { name: 'kit', minShareCount: 16, priority: 2 },
  { name: 'common', minShareCount: 3, entriesAware: true, entriesAwareMergeThreshold: 20_000, priority: 1 },
]

/** Built to web/dist, served under /app/. In development everything outside /app goes to the API. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/app/',
  plugins: [react(), tailwind()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // The first versions that enforce Trusted Types; all of them know light-dark().
    target: ['chrome123', 'edge123', 'firefox148', 'safari26'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Groups can make chunks that import each other. Without the order of the modules, a screen then reads a component before it exists.
    rolldownOptions: { output: { strictExecutionOrder: true, codeSplitting: { groups: chunks } } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '^/(?!app(/|$))': { target: api } },
  },
})
