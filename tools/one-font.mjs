// MathJax imports its default font, of megabytes, beside the font that is used.
export const oneFont = [
  { find: /^#default-font\//, replacement: "@mathjax/mathjax-tex-font/mjs/" },
];
