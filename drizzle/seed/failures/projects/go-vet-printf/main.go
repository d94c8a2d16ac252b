package main

import "fmt"

func main() {
	sku := "A-100"
	fmt.Printf("article %d\n", sku)
}
