/** Texts with `·` between them, each on one line where there is room for it. */
export function Parts({texts}: {readonly texts: readonly string[]}) {
  return (
    <p class="hint parts">
      {texts.flatMap((text, index) => [index > 0 && ' · ', <span key={text}>{text}</span>])}
    </p>
  );
}
