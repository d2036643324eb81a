// Formats a changeset for a CHANGELOG: its sentence only. All packages have the same version, so updates of internal
// dependencies are omitted.
module.exports = {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: async () => '',
}
