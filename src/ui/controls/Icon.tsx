/** The few line icons of the page, 16 px, drawn in the text colour; always decorative. */

const PATHS = {
  sun: 'M8 4.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3.05 3.05l1.1 1.1M11.85 11.85l1.1 1.1M3.05 12.95l1.1-1.1M11.85 4.15l1.1-1.1',
  moon: 'M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1Z',
  system: 'M2 3h12v8H2zM6 13.5h4M8 11v2.5',
  folder: 'M1.8 12.8v-9h4.4l1.5 1.8h6.5v7.2z',
  file: 'M3.5 1.8h6l3 3v9.4h-9zM9.2 2v3h3',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  download: 'M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11',
  previous: 'M10 3 5 8l5 5',
  next: 'M6 3l5 5-5 5',
  check: 'M3 8.5 6.5 12 13 4.5',
  half: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM5 8h6',
  cross: 'M4 4l8 8M12 4l-8 8',
  close: 'M4 4l8 8M12 4l-8 8',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
