import {
  Brain,
  Bug,
  FileCode2,
  FlaskConical,
  Gauge,
  GitMerge,
  ListTree,
  Settings,
  SlidersHorizontal,
  Wallet,
} from "lucide-react";

/** The pages that exist, in the order of the navigation. */
export const pages = [
  { path: "/", name: "Overview", Icon: Gauge, key: "o" },
  { path: "/lookups", name: "Lookups", Icon: ListTree, key: "l" },
  { path: "/calibration", name: "Calibration", Icon: SlidersHorizontal, key: "c" },
  { path: "/memories", name: "Memories", Icon: Brain, key: "m" },
  { path: "/supersession", name: "Supersession", Icon: GitMerge, key: "s" },
  { path: "/failures", name: "Failures", Icon: Bug, key: "f" },
  { path: "/budget", name: "Budget", Icon: Wallet, key: "b" },
  { path: "/code", name: "Code", Icon: FileCode2, key: "d" },
  { path: "/playground", name: "Playground", Icon: FlaskConical, key: "p" },
  { path: "/settings", name: "Settings", Icon: Settings, key: "e" },
] as const;

/** Whether a page of the navigation is the one shown, or the one that the shown page belongs to. */
export function isCurrentPage(path: string, pathname: string): boolean {
  return path === "/" ? pathname === "/" : pathname === path || pathname.startsWith(`${path}/`);
}
