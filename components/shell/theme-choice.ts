export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "whence_theme";

export const themeLabel = {
  system: "Like the system",
  light: "Light",
  dark: "Dark",
} as const satisfies Record<Theme, string>;

/** The theme that a cookie header or `document.cookie` names; anything unknown counts as no choice. */
export function themeFrom(cookies: string): Theme {
  const value = /(?:^|;\s*)whence_theme=([^;]*)/.exec(cookies)?.[1];
  return themes.find((theme) => theme === value) ?? "system";
}
