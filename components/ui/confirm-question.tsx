"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode, RefObject } from "react";

type Props = {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onConfirm: () => void;
  /** Where the focus goes back to. */
  opener: RefObject<HTMLButtonElement | null>;
};

/** The dialog of `ConfirmDialog`, apart from its button because a page can do without it until the button is used. */
export function ConfirmQuestion({ title, children, confirmLabel, isOpen, onOpenChange, onConfirm, opener }: Props) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <AlertDialog.Popup
          finalFocus={opener}
          className="fixed top-[20vh] left-1/2 z-50 w-[min(27rem,calc(100vw-2rem))] -translate-x-1/2 rounded-lg border border-line bg-raised p-5 shadow-raised"
        >
          <AlertDialog.Title className="font-semibold text-lg">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-muted text-sm">{children}</AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close className="control">Keep</AlertDialog.Close>
            <AlertDialog.Close className="control control-danger" onClick={onConfirm}>
              {confirmLabel}
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
