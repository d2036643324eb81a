// Makes the checks of npm's registry on the manifest in each tarball, with a sample address of the repository.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { packAll } from './pack-all.mjs'

const repository = 'https://github.com/example/cedi'
const folder = mkdtempSync(join(tmpdir(), 'cedi-manifests-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const readPacked = (path, file) => execFileSync('tar', ['-xOzf', path, `package/${file}`], { encoding: 'utf8' })

for (const { name, path } of packAll(folder, repository)) {
  const manifest = JSON.parse(readPacked(path, 'package.json'))
  test(`${name} can be published with provenance`, () => {
    // The registry compares the repository with the one in the signed statement, which GitHub writes in this form.
    assert.equal(manifest.repository.url, `git+${repository}.git`)
    assert.equal(manifest.publishConfig.provenance, true)
    assert.equal(manifest.publishConfig.access, 'public')
    assert.equal(manifest.private, undefined)
  })
  test(`the manifest of ${name} is complete`, () => {
    for (const field of ['description', 'license', 'author', 'homepage', 'bugs', 'keywords', 'engines', 'files'])
      assert.ok(manifest[field], field)
    assert.equal(manifest.engines.node, '>=20.19.0')
    const dependencies = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
    const own = dependencies.filter(([dependency]) => dependency.startsWith('@cedi/'))
    for (const [dependency, range] of own) assert.equal(range, manifest.version, dependency)
  })
  test(`the README of ${name} has no relative link`, () => {
    const links = Array.from(readPacked(path, 'README.md').matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target)
    assert.deepEqual(
      links.filter((target) => !/^(?:https?:|#|mailto:)/.test(target)),
      [],
    )
  })
}
