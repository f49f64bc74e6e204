/**
 * What is wrong in VitePress: its start page has no landmark, and in its search (vuejs/vitepress#5056) the dialog has the role of a button, which hides all of it from screen
 * readers, its results are links inside of options, and keys have names but no role. `null` removes an attribute.
 */
const ATTRIBUTES = {
  '.VPHome': {role: 'main'},
  '.VPLocalSearchBox': {
    role: 'dialog',
    'aria-modal': 'true',
    'aria-label': 'Search',
    'aria-labelledby': null,
    'aria-expanded': null,
    'aria-haspopup': null,
  },
  '.VPLocalSearchBox .results': {role: null},
  '.VPLocalSearchBox .results > li': {role: null, 'aria-selected': null},
  '.VPLocalSearchBox .result': {'aria-label': null},
  '.VPLocalSearchBox kbd': {role: 'img'},
};

function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function setAttributes() {
  for (const [selector, attributes] of Object.entries(ATTRIBUTES)) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
    }
  }
}

/** Makes the search a dialog with a list of links, whenever it is opened or has other results, and the start page a landmark. */
export function setMissingRoles() {
  setAttributes();
  const attributeFilter = Object.values(ATTRIBUTES).flatMap(Object.keys);
  const options = {childList: true, subtree: true, attributeFilter};
  new MutationObserver(setAttributes).observe(document.body, options);
}
