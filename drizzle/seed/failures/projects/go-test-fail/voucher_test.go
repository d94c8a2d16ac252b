package shop

import "testing"

func TestVoucherIgnoresCase(t *testing.T) {
	if !SameVoucher("SPRING", "spring") {
		t.Errorf("SPRING and spring should be one voucher")
	}
}

func TestOtherVoucherDiffers(t *testing.T) {
	if SameVoucher("SPRING", "AUTUMN") {
		t.Error("SPRING is not AUTUMN")
	}
}
