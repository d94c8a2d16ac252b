"use client";

import { Dialog } from "@base-ui/react/dialog";
import { Switch } from "@base-ui/react/switch";
import { X } from "lucide-react";
import { Kbd } from "#components/ui/kbd.tsx";
import { keyGroups } from "./key-list.ts";
import { switchKeys, useKeysOn } from "./single-keys.ts";

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export default function KeyboardHelp({ isOpen, onOpenChange }: Props) {
  const areOn = useKeysOn();
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 max-h-[80vh] w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 overflow-auto rounded-lg border border-line bg-raised p-5 shadow-raised">
          <div className="flex items-center justify-between gap-4">
            <Dialog.Title className="font-semibold text-lg">Keys</Dialog.Title>
            <Dialog.Close aria-label="Close" className="control control-quiet w-8 px-0">
              <X aria-hidden="true" size={16} />
            </Dialog.Close>
          </div>
          {keyGroups.map(({ title, keys }) => (
            <section key={title} className="mt-4">
              <h3 className="font-medium text-muted text-xs">{title}</h3>
              <dl className="mt-1 divide-y divide-line">
                {keys.map(({ keys: pressed, does }) => (
                  <div key={does} className="flex items-center justify-between gap-4 py-1.5 text-sm">
                    <dd>{does}</dd>
                    <dt className="order-last flex gap-1">
                      {pressed.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dt>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control */}
          <label className="mt-5 flex items-center justify-between gap-4 border-line border-t pt-4 text-sm">
            Single-letter keys
            <Switch.Root
              checked={areOn}
              onCheckedChange={switchKeys}
              className="relative h-5 w-9 cursor-pointer rounded-full border border-line-strong bg-sunken data-checked:border-accent data-checked:bg-accent"
            >
              <Switch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-ink transition-transform data-checked:translate-x-4 data-checked:bg-accent-ink" />
            </Switch.Root>
          </label>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
