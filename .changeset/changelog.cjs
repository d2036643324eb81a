// How a changeset stands in a CHANGELOG: its sentence, and nothing else. All packages have one version, so nobody has to be told that a
// package takes the others of the same number.
module.exports = {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: async () => '',
}
