// Parts of the navigation and the buttons of blocks of code are no landmarks of their own: a screen
// reader would list dozens with the same name.
const parts = 'nav.md-code__nav, nav.md-nav:not([data-md-level="0"])';

function join() {
  for (const part of document.querySelectorAll(parts)) {
    if (part.classList.contains('md-nav--secondary')) continue;
    part.setAttribute('role', 'presentation');
    for (const name of ['aria-label', 'aria-labelledby', 'aria-expanded']) part.removeAttribute(name);
  }
}

new MutationObserver(join).observe(document.body, { childList: true, subtree: true });
join();

// The search is a dialog, which needs a name.
document.querySelector('.md-search')?.setAttribute('aria-label', 'Search');
