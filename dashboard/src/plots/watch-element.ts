/** Size and visibility of an element. */

/** Reports each change of the size, and whether the element is seen whenever that changes; returns what ends it. */
export function watchElement(element: Element, resized: () => void, seen: (isSeen: boolean) => void): () => void {
  const size = new ResizeObserver(() => resized());
  const sight = new IntersectionObserver((entries) => seen(entries.some((entry) => entry.isIntersecting)));
  size.observe(element);
  sight.observe(element);
  return () => {
    size.disconnect();
    sight.disconnect();
  };
}
