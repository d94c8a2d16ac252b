"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useRef, useState } from "react";

const loadQuestion = () => import("./confirm-question.tsx").then((module) => module.ConfirmQuestion);
const ConfirmQuestion = dynamic(loadQuestion, { ssr: false });
/** Ahead of the click; where it cannot be loaded, the click says so. */
const preload = () => void loadQuestion().catch(() => {});

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
export function ConfirmDialog({ trigger, isDisabled, children, ...question }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        disabled={isDisabled}
        className="control control-danger"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setWasOpened(true);
          setIsOpen(true);
        }}
      >
        {trigger}
      </button>
      {wasOpened ? (
        <ConfirmQuestion {...question} isOpen={isOpen} onOpenChange={setIsOpen} opener={opener}>
          {children}
        </ConfirmQuestion>
      ) : null}
    </>
  );
}
