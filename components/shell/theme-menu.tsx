"use client";

import { Menu } from "@base-ui/react/menu";
import { Check, Monitor, Moon, Sun } from "lucide-react";
import { type Theme, themeLabel, themes } from "./theme-choice.ts";
import { chooseTheme, useTheme } from "./theme-store.ts";

const themeIcon = { system: Monitor, light: Sun, dark: Moon } as const satisfies Record<Theme, typeof Sun>;

export function ThemeMenu() {
  const theme = useTheme();
  const Icon = themeIcon[theme];
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="control control-quiet w-8 px-0" aria-label={`Theme: ${themeLabel[theme]}`}>
        <Icon aria-hidden="true" size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className="z-40">
          <Menu.Popup className="min-w-44 rounded-lg border border-line bg-raised p-1 text-sm shadow-raised outline-none">
            <Menu.RadioGroup
              value={theme}
              onValueChange={(value) => chooseTheme(themes.find((each) => each === value) ?? "system")}
            >
              {themes.map((each) => (
                <Menu.RadioItem
                  key={each}
                  value={each}
                  closeOnClick
                  className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 outline-none data-highlighted:bg-hover"
                >
                  <span className="w-4">
                    <Menu.RadioItemIndicator>
                      <Check aria-hidden="true" size={14} />
                    </Menu.RadioItemIndicator>
                  </span>
                  {themeLabel[each]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
