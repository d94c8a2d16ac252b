import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

const looks = {
  plain: "",
  quiet: "control-quiet",
  primary: "control-primary",
  danger: "control-danger",
} as const;

type Props = ComponentProps<"button"> & { look?: keyof typeof looks };

export function Button({ look = "plain", className, type = "button", ...rest }: Props) {
  return <button type={type} className={classNames("control", looks[look], className)} {...rest} />;
}
