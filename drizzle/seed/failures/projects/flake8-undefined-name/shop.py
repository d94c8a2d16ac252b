def total(lines):
    return sum(line["cents"] for line in lines)


print(total([]) / total_cents)
