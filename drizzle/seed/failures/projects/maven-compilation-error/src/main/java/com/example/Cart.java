package com.example;

public class Cart {
    private final List<Integer> cents = new ArrayList<>();

    public int size() {
        return cents.size();
    }
}
