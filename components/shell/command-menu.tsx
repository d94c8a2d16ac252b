"use client";

import { Dialog } from "@base-ui/react/dialog";
import { Command } from "cmdk";
import { ArrowRight, Braces, Keyboard, Search, ToggleLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { apiPath } from "#components/api-reference/api-path.ts";
import { lookupFiltersUrl } from "#components/lookups/lookup-filters.ts";
import { isRecordId } from "#components/lookups/record-path.ts";
import { memoryFiltersUrl } from "#components/memories/memory-filters.ts";
import { isMemoryId } from "#components/memories/memory-path.ts";
import { pages } from "./pages.ts";
import { switchKeys, useKeysOn } from "./single-keys.ts";
import { themeLabel, themes } from "./theme-choice.ts";
import { chooseTheme } from "./theme-store.ts";

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onShowKeys: () => void };

const item =
  "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-selected [&_svg]:text-muted";
const group =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs";

export default function CommandMenu({ isOpen, onOpenChange, onShowKeys }: Props) {
  const router = useRouter();
  const areKeysOn = useKeysOn();
  const [search, setSearch] = useState("");
  const id = search.trim();

  function run(action: () => void) {
    onOpenChange(false);
    setSearch("");
    action();
  }

  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup
          aria-label="Command menu"
          className="fixed top-[12vh] left-1/2 z-50 w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-raised shadow-raised"
        >
          <Command label="Commands" loop>
            <Command.Input
              value={search}
              onValueChange={setSearch}
              placeholder="Go to a page, or paste an id, or search"
              className="h-11 w-full border-line border-b bg-transparent px-4 text-base outline-none placeholder:text-faint"
            />
            <Command.List className="scroll-region max-h-80 p-1.5">
              <Command.Empty className="px-2.5 py-6 text-center text-muted text-sm">No command matches.</Command.Empty>
              {isRecordId(id) ? (
                <Command.Item value={id} className={item} onSelect={() => run(() => router.push(`/lookups/${id}`))}>
                  <ArrowRight aria-hidden="true" size={15} />
                  Open lookup <code className="text-xs">{id}</code>
                </Command.Item>
              ) : null}
              {id.startsWith("mem_") && isMemoryId(id) ? (
                <Command.Item value={id} className={item} onSelect={() => run(() => router.push(`/memories/${id}`))}>
                  <ArrowRight aria-hidden="true" size={15} />
                  Open memory <code className="text-xs">{id}</code>
                </Command.Item>
              ) : null}
              <Command.Group heading="Pages" className={group}>
                {pages.map(({ path, name, Icon }) => (
                  <Command.Item key={path} value={name} className={item} onSelect={() => run(() => router.push(path))}>
                    <Icon aria-hidden="true" size={15} />
                    {name}
                  </Command.Item>
                ))}
                <Command.Item value="API" className={item} onSelect={() => run(() => router.push(apiPath))}>
                  <Braces aria-hidden="true" size={15} />
                  API
                </Command.Item>
              </Command.Group>
              <Command.Group heading="Theme" className={group}>
                {themes.map((theme) => (
                  <Command.Item
                    key={theme}
                    value={`Theme: ${themeLabel[theme]}`}
                    className={item}
                    onSelect={() => run(() => chooseTheme(theme))}
                  >
                    <ToggleLeft aria-hidden="true" size={15} />
                    {themeLabel[theme]}
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading="Keyboard" className={group}>
                <Command.Item value="Show keys" className={item} onSelect={() => run(onShowKeys)}>
                  <Keyboard aria-hidden="true" size={15} />
                  Show keys
                </Command.Item>
                <Command.Item
                  value="Switch single-letter keys"
                  className={item}
                  onSelect={() => run(() => switchKeys(!areKeysOn))}
                >
                  <ToggleLeft aria-hidden="true" size={15} />
                  Switch single-letter keys {areKeysOn ? "off" : "on"}
                </Command.Item>
              </Command.Group>
              {id.length > 2 && !isRecordId(id) ? (
                <Command.Group heading="Search" className={group}>
                  <Command.Item
                    value={`search lookups for ${id}`}
                    className={item}
                    onSelect={() => run(() => router.push(lookupFiltersUrl("/lookups", { q: id })))}
                  >
                    <Search aria-hidden="true" size={15} />
                    Search lookups for “{id}”
                  </Command.Item>
                  <Command.Item
                    value={`search memories for ${id}`}
                    className={item}
                    onSelect={() => run(() => router.push(memoryFiltersUrl("/memories", { q: id })))}
                  >
                    <Search aria-hidden="true" size={15} />
                    Search memories for “{id}”
                  </Command.Item>
                </Command.Group>
              ) : null}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
