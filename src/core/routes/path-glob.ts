/**
 * Whether a path template fits a pattern in which `*` stands for any text of one segment and `**` for any text. Braces are those of
 * parameters, so the packages for file names, in which they are alternatives, would not do.
 */
export function pathGlob(pattern: string): (path: string) => boolean {
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part === '*') return '[^/]*';
    return /^\*/.test(part) ? '.*' : part.replace(/[\\.+?()|[\]{}^$]/g, '\\$&');
  });
  const expression = new RegExp(`^${parts.join('')}$`, 's');
  return (path) => expression.test(path);
}
