// The fonts of the system, so that a page is small.
import {withBase} from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import {h, onMounted} from 'vue';
import {setMissingRoles} from './missing-roles.mjs';
import './style.css';

/** The theme's own page for a wrong address has no landmark. */
const notFound = () =>
  h('main', {class: 'vp-doc not-found'}, [
    h('h1', 'Page not found'),
    h('p', h('a', {href: withBase('/')}, 'Overview')),
  ]);

export default {
  ...theme,
  Layout: () => h(theme.Layout, null, {'not-found': notFound}),
  setup: () => onMounted(setMissingRoles),
};
