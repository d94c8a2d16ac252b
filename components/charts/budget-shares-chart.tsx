"use client";

import { Bar, BarChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { formatCount } from "#components/ui/format-quantity.ts";
import { budgetShareFill } from "./budget-share-fill.ts";
import type { BudgetShares } from "./prepare-budget-shares.ts";

type Props = { model: BudgetShares };

export default function BudgetSharesChart({ model }: Props) {
  const row = Object.fromEntries(model.shares.map(({ name, tokens }) => [name, tokens]));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart layout="vertical" data={[row]} margin={{ top: 14, right: 16, bottom: 0, left: 16 }} barSize={16}>
        <XAxis
          type="number"
          domain={[0, model.end]}
          tickCount={4}
          height={22}
          tickFormatter={(value: number) => formatCount(value)}
          tick={{ fontSize: 11, fill: "var(--ink-muted)" }}
          stroke="var(--line-strong)"
        />
        <YAxis type="category" hide />
        {model.shares.map(({ name }) => (
          <Bar
            key={name}
            dataKey={name}
            stackId="used"
            isAnimationActive={false}
            fill={budgetShareFill[name]}
            stroke="var(--surface)"
            strokeWidth={1}
          />
        ))}
        <ReferenceLine
          x={model.limit}
          stroke="var(--ink)"
          strokeDasharray="3 2"
          label={{ value: "limit", position: "top", fontSize: 11, fill: "var(--ink-muted)" }}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}
