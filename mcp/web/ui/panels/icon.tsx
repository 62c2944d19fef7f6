// Icons as elements: no image is fetched, and they take the colour of their text.
import type { JSX } from "preact";

const paths = {
  layers: "M8 2 2 5l6 3 6-3zM2 8l6 3 6-3M2 11l6 3 6-3",
  branch: "M5 3v10M5 3a1.5 1.5 0 1 0 0 .01M5 13a1.5 1.5 0 1 0 0 .01M11 5a1.5 1.5 0 1 0 0 .01M11 6.5C11 9 5 8 5 11",
  down: "M4 6l4 4 4-4",
  right: "M6 4l4 4-4 4",
  left: "M10 4 6 8l4 4",
  close: "M4 4l8 8M12 4l-8 8",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9M10.5 10.5 14 14",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 0 4 2 2 0 1 0 0-4",
  eyeOff:
    "M2 2l12 12" +
    "M6.2 3.8A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a11 11 0 0 1-2 2.5M4 5a11 11 0 0 0-2.5 3S4 12.5 8 12.5a6 6 0 0 0 3-.8",
  only: "M2 8h3M11 8h3M8 2v3M8 11v3M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5",
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  expand: "M9.5 2H14v4.5M14 2 9 7M6.5 14H2V9.5M2 14l5-5",
  shrink: "M14 6.5H9.5V2M9.5 6.5 14 2M2 9.5h4.5V14M6.5 9.5 2 14",
  section: "M2 11 8 14l6-3V5L8 2 2 5zM2 8l6 3 6-3",
  ghost: "M3 3h10v10H3zM3 8h10M8 3v10",
  edges: "M8 2 2 5v6l6 3 6-3V5zM2 5l6 3 6-3M8 8v6",
  measure: "M2 10.5 10.5 2 14 5.5 5.5 14zM5 8l1.5 1.5M7 6l2 2M9 4l1.5 1.5",
  palette:
    "M8 2a6 6 0 1 0 0 12c1.5 0 1-1.5.5-2.2-.6-1 .2-1.8 1-1.8H12a2 2 0 0 0 2-2c0-3.3-2.7-6-6-6z" +
    "M5 7.5h.01M7 5h.01M10 5.5h.01",
  play: "M5 3l8 5-8 5z",
  pause: "M5 3v10M11 3v10",
  previous: "M11 3 5 8l6 5M4 3v10",
  next: "M5 3l6 5-6 5M12 3v10",
  compare: "M3 3h4v10H3zM9 3h4v10H9z",
  person: "M8 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5M3 13.5c0-3 2-4.5 5-4.5s5 1.5 5 4.5",
  agent: "M4 6h8v7H4zM8 6V3M8 3h.01M6.5 9h.01M9.5 9h.01",
  check: "M3 8.5l3.5 3.5L13 4.5",
  warn: "M8 2 1.5 13.5h13zM8 6.5v3M8 11.5h.01",
  error: "M5 2h6l3 3v6l-3 3H5l-3-3V5zM6 6l4 4M10 6l-4 4",
  info: "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 7v4M8 5h.01",
  approval: "M3 2h10v12H3zM5.5 8l2 2 3-4",
  task: "M2.5 4h2M2.5 8h2M2.5 12h2M7 4h7M7 8h7M7 12h7",
  link: "M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.3 4.3L11 9M9 11.5 7.5 13a3 3 0 0 1-4.3-4.3L5 7",
  undo: "M3 6h7a3.5 3.5 0 1 1 0 7H6M3 6l3-3M3 6l3 3",
  tag: "M2 2h6l6 6-6 6-6-6zM5 5h.01",
  merge: "M4 3v10M4 3h.01M12 8h.01M4 13h.01M4 4c0 3 3 4 8 4",
  menu: "M2 4h12M2 8h12M2 12h12",
  keys: "M1.5 4h13v8h-13zM4 6.5h.01M6.5 6.5h.01M9 6.5h.01M11.5 6.5h.01M5 9.5h6",
  live: "M8 6a2 2 0 1 0 0 4 2 2 0 1 0 0-4M4 4a5.6 5.6 0 0 0 0 8M12 4a5.6 5.6 0 0 1 0 8",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  plus: "M8 3v10M3 8h10",
  reload: "M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3",
  save: "M8 2v8M5 7l3 3 3-3M3 13.5h10",
  filter: "M2 3h12l-4.5 5.5V13l-3-1.5v-3z",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
