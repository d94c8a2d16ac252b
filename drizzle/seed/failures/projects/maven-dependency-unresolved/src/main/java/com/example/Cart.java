package com.example;

public class Cart {}
