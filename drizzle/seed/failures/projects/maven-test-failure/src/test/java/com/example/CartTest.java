package com.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CartTest {
    @Test
    public void totalAddsShipping() {
        assertEquals(1789, new Cart().totalCents(1299));
    }
}
