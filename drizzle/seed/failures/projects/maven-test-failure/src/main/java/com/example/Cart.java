package com.example;

public class Cart {
    public int totalCents(int goods) {
        return goods;
    }
}
