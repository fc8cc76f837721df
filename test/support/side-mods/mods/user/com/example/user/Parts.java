package com.example.user;

class Parts {
    static Object make() {
        return new com.example.overlay.Overlay();
    }
}
