package shop

func SameVoucher(a, b string) bool {
	return a == b
}
