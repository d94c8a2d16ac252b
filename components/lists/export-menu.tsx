"use client";

import { Download } from "lucide-react";
import { type ComponentType, useState } from "react";
import type { ExportMenuProps } from "./export-menu-loaded.tsx";

/** The export of a list. What it takes is loaded when it is first pressed, and then opens at once. */
export function ExportMenu<Row>(props: ExportMenuProps<Row>) {
  const [Loaded, setLoaded] = useState<ComponentType<ExportMenuProps<Row>> | null>(null);
  const [isLoading, setIsLoading] = useState(false);

  async function load() {
    setIsLoading(true);
    const { ExportMenuLoaded } = await import("./export-menu-loaded.tsx");
    setLoaded(() => ExportMenuLoaded<Row>);
  }

  if (Loaded !== null) return <Loaded {...props} />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      className="no-print control"
      disabled={isLoading}
      onClick={() => void load()}
    >
      <Download aria-hidden="true" size={14} />
      Export
    </button>
  );
}
