"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import { Keyboard, Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { useSingleKeys } from "./single-keys.ts";

/** The menu's machinery comes after the page has come to life; its place is kept. */
const ThemeMenu = dynamic(() => import("./theme-menu.tsx").then((module) => module.ThemeMenu), {
  ssr: false,
  loading: () => <span aria-hidden="true" className="control control-quiet w-8 px-0" />,
});
const CommandMenu = dynamic(() => import("./command-menu.tsx"), { ssr: false });
const KeyboardHelp = dynamic(() => import("./keyboard-help.tsx"), { ssr: false });

type Panel = "commands" | "keys" | null;

/** What is at hand on every page: the command menu, the list of keys, the theme. */
export function Toolbox() {
  const [panel, setPanel] = useState<Panel>(null);
  // A panel is loaded when it is first asked for and stays, so that its closing can be seen.
  const [isListening, setIsListening] = useState(false);
  const [loaded, setLoaded] = useState<readonly Panel[]>([]);

  function open(next: Panel) {
    setPanel(next);
    setLoaded((before) => (before.includes(next) ? before : [...before, next]));
  }

  useSingleKeys({ "?": () => open("keys") });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setPanel((before) => (before === "commands" ? null : "commands"));
      setLoaded((before) => (before.includes("commands") ? before : [...before, "commands"]));
    }
    window.addEventListener("keydown", onKeyDown);
    setIsListening(true);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <Tooltip.Provider>
      <div className="flex items-center gap-1">
        <button
          type="button"
          className="control justify-between gap-2 text-muted md:flex-1"
          aria-label="Open the command menu"
          // Told only once it is true: before the page has come to life, the keys do nothing.
          aria-keyshortcuts={isListening ? "Control+K Meta+K" : undefined}
          onClick={() => open("commands")}
        >
          <span className="flex items-center gap-2">
            <Search aria-hidden="true" size={14} className="shrink-0" />
            <span className="sr-only md:not-sr-only md:whitespace-nowrap">Go to</span>
          </span>
          <span aria-hidden="true" className="hidden md:inline">
            <Kbd>Ctrl K</Kbd>
          </span>
        </button>
        <IconButton label="Show keys" icon={<Keyboard aria-hidden="true" size={16} />} onClick={() => open("keys")} />
        <ThemeMenu />
      </div>
      {loaded.includes("commands") ? (
        <CommandMenu
          isOpen={panel === "commands"}
          onOpenChange={(isOpen) => setPanel(isOpen ? "commands" : null)}
          onShowKeys={() => open("keys")}
        />
      ) : null}
      {loaded.includes("keys") ? (
        <KeyboardHelp isOpen={panel === "keys"} onOpenChange={(isOpen) => setPanel(isOpen ? "keys" : null)} />
      ) : null}
    </Tooltip.Provider>
  );
}
