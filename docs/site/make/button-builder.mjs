// Adds the form that designs a buy button to its guide.

const component = [
  '<script setup>',
  "import ButtonBuilder from '../../../site/.vitepress/theme/ButtonBuilder.vue'",
  '</script>',
  '',
  '<ButtonBuilder />',
].join('\n')

/** Replaces the placeholder of the form. */
export const withButtonBuilder = (text) => text.replace('<!-- button builder -->', component)
