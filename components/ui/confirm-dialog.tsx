"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";

type Props = {
  /** What opens it, as a button's text. */
  trigger: ReactNode;
  title: string;
  /** What will be gone, said plainly. */
  children: ReactNode;
  confirmLabel: string;
  isDisabled: boolean;
  onConfirm: () => void;
};

/** Asks before something is destroyed. The harmless answer has the focus. */
export function ConfirmDialog({ trigger, title, children, confirmLabel, isDisabled, onConfirm }: Props) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger disabled={isDisabled} className="control control-danger">
        {trigger}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <AlertDialog.Popup className="fixed top-[20vh] left-1/2 z-50 w-[min(27rem,calc(100vw-2rem))] -translate-x-1/2 rounded-lg border border-line bg-raised p-5 shadow-raised">
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
