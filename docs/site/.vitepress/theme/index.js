// The VitePress theme without its fonts, with the colours and type of the hosted pages.
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import 'virtual:tokens.css'
import NotFound from './NotFound.vue'
import './style.css'
import { sendForms } from './try-it.js'

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) }),
  enhanceApp() {
    if (!import.meta.env.SSR) sendForms(__PLAYGROUND__)
  },
}
