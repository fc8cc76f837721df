package com.example.overlay;

import org.other.library.Settings;

class Configured {
    static {
        Settings.read(Configured.class);
    }
}
