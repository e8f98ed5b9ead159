import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { licensesFile } from '../web/chunks.ts'

/** A bundled npm package, as Vite lists them; `identifier` is an SPDX expression, and `text` the license. */
export interface BundledPackage {
  name: string
  version: string
  identifier?: string
  text?: string
}

export function readBundledPackages(folders: string[]): BundledPackage[] {
  const lists = folders.map((folder) => JSON.parse(readFileSync(path.join(folder, licensesFile), 'utf8')) as BundledPackage[])
  const byId = new Map(lists.flat().map((bundled) => [`${bundled.name}@${bundled.version}`, bundled]))
  return [...byId].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, bundled]) => bundled)
}

/**
 * Packages that the web app's styles include. Vite lists only the packages of scripts.
 * @throws Error if a package has no license
 */
export function readStylePackages(root: string): BundledPackage[] {
  const styles = globSync('web/**/*.css', { cwd: root, exclude: ['web/dist/**'] }).map((file) =>
    readFileSync(path.join(root, file), 'utf8'),
  )
  const names = styles.flatMap((text) =>
    [...text.matchAll(/(?:@import |@plugin |url\()['"]?(?!data:|url\()((?:@[\w-]+\/)?[a-z][\w-]*)/g)].map(([, name]) => name!),
  )
  return [...new Set(names)].map((name) => {
    const folder = path.join(root, 'node_modules', name)
    const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string; license: string }
    return { name, version, identifier: license, text: readFileSync(path.join(folder, 'LICENSE'), 'utf8') }
  })
}

interface LockFile {
  packages: Record<string, { version?: string; integrity?: string; name?: string }>
}

/**
 * Lists the packages of an installation in CycloneDX 1.6, with the hashes of the lock file.
 * @throws Error if the lock file doesn't have a package
 */
export function createSbom(root: string, packages: BundledPackage[]): object {
  const { name, version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, string>
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as LockFile
  const integrities = new Map(
    Object.entries(lock.packages).map(([place, entry]) => [
      `${entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`,
      entry.integrity,
    ]),
  )
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version, licenses: [{ expression: license }] } },
    components: packages.map((bundled) => {
      const integrity = integrities.get(`${bundled.name}@${bundled.version}`)
      if (!integrity?.startsWith('sha512-')) throw new Error(`${bundled.name} ${bundled.version} has no hash in package-lock.json.`)
      const purl = `pkg:npm/${bundled.name.replace('@', '%40')}@${bundled.version}`
      return {
        type: 'library',
        'bom-ref': purl,
        name: bundled.name,
        version: bundled.version,
        purl,
        hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
        licenses: bundled.identifier ? [{ expression: bundled.identifier }] : [],
      }
    }),
  }
}
