import path from 'node:path'
import { checkContainer, containerTools } from './deployPackage.ts'
import { type Check, runTool } from './deployTools.ts'

// Docker Hub isn't needed: Debian's packages make images that replace the Dockerfile's base images.
const runtimeImage = 'localhost/slipway-check/debian:trixie-slim'
const buildImage = 'localhost/slipway-check/node:trixie-slim'
const builtImage = 'localhost/slipway-check/slipway'
const debian = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian'
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** Builds the Dockerfile, and starts the image's files without this machine's libraries. */
export const imageCheck = (root: string): Check => ({
  name: 'image: build, start, responses and stop',
  needs: { ...containerTools, buildah: 'apt-get install buildah', mmdebstrap: 'apt-get install mmdebstrap' },
  async run(tools) {
    const call = async (tool: string, ...args: string[]) => {
      const { code, stdout, output } = await runTool(tools[tool]!, args)
      if (code !== 0) throw new Error(`${tool} ${args[0]}: ${output.slice(-3_000)}`)
      return stdout.split('\n').at(-1)!
    }
    const buildah = (...args: string[]) => call('buildah', ...args)
    const change = async (from: string, image: string, steps: (container: string) => Promise<unknown>) => {
      const container = await buildah('from', from)
      await steps(container)
      await buildah('commit', '--quiet', '--rm', container, image)
    }
    const isMissing = async (image: string) => (await runTool(tools.buildah!, ['inspect', '--type', 'image', image])).code !== 0

    const containers: string[] = []
    const findings = checkContainer(async (folder) => {
      if (await isMissing(runtimeImage)) {
        const files = path.join(folder, 'debian.tar')
        await call('mmdebstrap', '--variant=minbase', 'trixie', files, debian)
        await change('scratch', runtimeImage, (container) => buildah('add', '--quiet', container, files, '/'))
      }
      if (await isMissing(buildImage))
        await change(runtimeImage, buildImage, async (container) => {
          const install = 'apt-get update && apt-get install -y --no-install-recommends nodejs npm ca-certificates'
          await buildah('run', '--isolation', 'chroot', '--network', 'host', container, '--', 'sh', '-c', install)
          // This machine's certificates, because its connection to the npm registry can have a proxy.
          await buildah('copy', '--quiet', container, certificates, certificates)
          await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container)
        })
      const images = ['--build-arg', `BUILD_IMAGE=${buildImage}`, '--build-arg', `RUNTIME_IMAGE=${runtimeImage}`]
      const file = path.join(root, 'deploy/container/Dockerfile')
      await buildah('bud', '--isolation', 'chroot', '--network', 'host', ...images, '--file', file, '--tag', builtImage, root)
      containers.push(await buildah('from', builtImage))
      return buildah('mount', ...containers)
    })
    return findings.finally(() => Promise.all(containers.map((container) => buildah('rm', container))))
  },
})
