package main

import "fmt"

func main() {
	fmt.Println(shippingCents(1000))
}
