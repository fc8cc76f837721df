package com.example.viewer;

class Views {
    static Object open() {
        return new com.example.lens.Lens();
    }
}
