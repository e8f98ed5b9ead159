import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunks, countScreens, licensesFile } from './chunks.ts'
import { startScript } from './startScript.ts'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`

/** Almost every screen needs the kit, so the page loads the kit before its scripts run. */
function preloadKit(): Plugin {
  const kitOf = (files: string[]) => files.filter((file) => /kit-[^/]*\.js$/.test(file))
  return {
    name: 'preload-kit',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        kitOf(Object.keys(bundle)).map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/app/${file}` },
          injectTo: 'head',
        })),
    },
  }
}

/** Files that import each other would run out of order, so that a screen could use a component before it exists. */
function refuseCycles(): Plugin {
  return {
    name: 'refuse-cycles',
    generateBundle(_options, bundle) {
      const finished = new Set<string>()
      const visit = (file: string, path: readonly string[]): void => {
        if (path.includes(file)) throw new Error(`Files of the build import each other: ${[...path, file].join(' → ')}`)
        const chunk = bundle[file]
        if (finished.has(file) || chunk?.type !== 'chunk') return
        for (const imported of chunk.imports) visit(imported, [...path, file])
        finished.add(file)
      }
      for (const file of Object.keys(bundle)) visit(file, [])
    },
  }
}

/** The build goes to web/dist and is served under /app/. In development, all other paths go to the API. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/app/',
  plugins: [react(), tailwind(), countScreens(), preloadKit(), startScript(), refuseCycles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    license: { fileName: licensesFile },
    // These are the first versions that enforce Trusted Types, and all of them support light-dark().
    target: ['chrome123', 'edge123', 'firefox148', 'safari26'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { chunkFileNames: 'assets/[name]-[hash:7].js', codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '^/(?!app(/|$))': { target: api } },
  },
})
