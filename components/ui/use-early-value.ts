"use client";

import { type Ref, type RefCallback, useCallback, useEffect, useRef } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Takes up what a reader typed or chose before the field's part of the page came to life. The browser shows it already,
 * but React was not there to hear of it and would go on with the value of the server: a list that is not filtered by
 * what its filter says. It is told once more, through the field's own `onChange`.
 *
 * @param given Ref of whoever else wants the field.
 * @returns The ref to put on the field.
 */
export function useEarlyValue<Element extends Field>(given?: Ref<Element>): RefCallback<Element> {
  const field = useRef<Element>(null);
  useEffect(() => {
    if (field.current) tellAgain(field.current);
  }, []);
  return useCallback(
    (element: Element | null) => {
      field.current = element;
      if (typeof given === "function") given(element);
      else if (given) given.current = element;
    },
    [given],
  );
}

function tellAgain(field: Field): void {
  const early = field.value;
  const answered = valueOfServer(field);
  if (early === answered) return;
  if (!(field instanceof HTMLSelectElement)) {
    const caret = field.selectionStart;
    // React remembers the last value that was set through the element itself, and hears only of others.
    field.value = answered;
    nativeSetter(field)?.call(field, early);
    if (caret !== null) field.setSelectionRange(caret, caret);
  }
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

function valueOfServer(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
}

function nativeSetter(field: HTMLInputElement | HTMLTextAreaElement) {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  return Object.getOwnPropertyDescriptor(prototype, "value")?.set;
}
